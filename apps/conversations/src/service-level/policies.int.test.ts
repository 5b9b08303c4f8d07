import { newId } from '@parley/service-kit/call';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { policyOf, staffed, targets } from '../../test/policies.ts';
import { seen } from '../../test/seen.ts';

let harness: SharedConversations;
let service: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

const minuteMs = 60_000;

describe('policies', () => {
  it('are made, ordered, changed and deleted by admins, and read by agents', async () => {
    const project = await staffed(harness);
    const { ada, linus, vera } = project.personas;
    const gold = await policyOf(service, project, { name: 'Gold', due_soon: minuteMs, pause: ['pending', 'snoozed'] });
    const basic = await policyOf(service, project);
    expect(gold).toMatchObject({
      ...{ name: 'Gold', enabled: true, position: 0, match: 'all', filters: [], hours: 'always', while_bot: 'wait' },
      ...{ pause: ['snoozed', 'pending'], due_soon: minuteMs, createdBy: ada.id, __v: 0 },
    });
    const listed = async () => (await service.as(linus).listSlaPolicies({})).body.sla_policies.map(({ name }) => name);
    expect(await listed()).toEqual(['Gold', 'Premium']);

    await service.as(ada).orderSlaPolicies({}, { body: [basic._id, gold._id] });
    expect(await listed()).toEqual(['Premium', 'Gold']);
    const stale = await service.as(ada).orderSlaPolicies({}, { body: [gold._id] });
    expect([stale.status, stale.body]).toMatchObject([409, { code: 'order_stale' }]);

    const updated = await service.as(ada).updateSlaPolicy({ policy_id: gold._id }, { body: { name: 'Silver' } });
    expect(updated.body).toMatchObject({ name: 'Silver', due_soon: minuteMs, targets });
    await service.as(ada).deleteSlaPolicy({ policy_id: basic._id });
    expect(await listed()).toEqual(['Silver']);
    expect((await service.as(linus).getSlaPolicy({ policy_id: basic._id })).status).toBe(404);
    expect((await service.as(linus).createSlaPolicy({}, { body: { name: 'No', targets } })).status).toBe(403);
    expect((await service.as(vera).listSlaPolicies({})).status).toBe(403);
    const { projectId } = project;
    const events = await service.db.query<{ type: string }>(
      `select type from outbox where id_project = $1 and type like 'policy.%' order by seq`,
      [projectId],
    );
    expect(events.map(({ type }) => type)).toEqual([
      'policy.created',
      'policy.created',
      'policy.updated',
      'policy.deleted',
    ]);
  });

  it('refuse faulty targets and filters, and those that name what is not there', async () => {
    const project = await staffed(harness);
    const { ada } = project.personas;
    const refused = async (body: object) => {
      const answer = await service
        .as(ada)
        .createSlaPolicy({}, { body: { name: 'Premium', targets, ...body } as never });
      const { code, errors = [] } = answer.body as unknown as { code: string; errors?: { param: string }[] };
      return [answer.status, code, ...errors.map(({ param }) => param)];
    };
    const filtered = (field: string, operator: string, value: unknown) =>
      refused({ filters: [{ field, operator, value }] });

    expect(await refused({ targets: { default: { resolution: 59_999 } } })).toEqual([
      422,
      'validation_failed',
      'targets.default.resolution',
    ]);
    expect(await refused({ targets: {} })).toEqual([422, 'validation_failed', 'targets.default']);
    expect(await filtered('colour', '=', 'red')).toEqual([422, 'validation_failed', 'filters[0].field']);
    expect(await filtered('channel.id', '=', 'x')).toEqual([422, 'validation_failed', 'filters[0].field']);
    expect(await filtered('hasBot', '>', true)).toEqual([422, 'validation_failed', 'filters[0].operator']);
    expect(await filtered('rating', '>', 'three')).toEqual([422, 'validation_failed', 'filters[0].value']);
    expect(await filtered('department', '=', newId())).toEqual([422, 'unknown_reference', 'filters[0].value']);
    expect(await filtered('department', '=', project.departments[0]?._id)).toEqual([200, undefined]);
  });

  it('of another project do not exist', async () => {
    const [mine, theirs] = [await staffed(harness), await staffed(harness)];
    const policy = await policyOf(service, theirs);
    const request_id = await harness.conversation(mine);
    const { ada } = mine.personas;
    const answers = [
      await service.as(ada).getSlaPolicy({ policy_id: policy._id }),
      await service.as(ada).updateSlaPolicy({ policy_id: policy._id }, { body: {} }),
      await service.as(ada).deleteSlaPolicy({ policy_id: policy._id }),
      await service.as(ada).pinRequestSla({ request_id }, { body: { policy: policy._id } }),
    ];
    expect(answers.map(({ status, body }) => [status, (body as { code?: string }).code])).toEqual(
      Array(4).fill([404, 'policy_not_found']),
    );
    expect((await seen(service, mine, request_id)).sla).toBeUndefined();
  });

  it('end at fifty', async () => {
    const project = await staffed(harness);
    for (let count = 0; count < 50; count++) await policyOf(service, project, { enabled: false });
    const { status, body } = await service
      .as(project.personas.ada)
      .createSlaPolicy({}, { body: { name: 'More', targets } });
    expect([status, body]).toMatchObject([422, { code: 'limit_reached' }]);
  });
});

import type { Actor, RequestRecord, SlaPolicyView } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { amountOf } from '@parley/testkit';

import { age } from '../../test/age.ts';
import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { eventsOf, seen } from '../../test/seen.ts';
import type { TestProject } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
let other: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
  other = await harness.second();
});

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Of an answer and its due time. */
const races = amountOf({ quick: 10, soak: 500, full: 10_000 });
const targets = { default: { first_response: hourMs, next_response: hourMs, resolution: 8 * hourMs } };

async function staffed(): Promise<TestProject> {
  return harness.project((one) => one.addMember({ actor: one.personas.linus }));
}

async function policyOf(
  { personas: { ada } }: TestProject,
  body: object = {},
  query: Record<string, string> = {},
): Promise<SlaPolicyView> {
  const answer = await service
    .as(ada)
    .createSlaPolicy({}, { body: { name: 'Premium', targets, ...body } as never, query });
  expect(answer.status).toBe(200);
  return answer.body;
}

async function tick(): Promise<void> {
  await Promise.all([service, other].map((replica) => replica.runJob('runDueClocks')));
}

const slaEventsOf = async (id: string) =>
  (await eventsOf(service, id)).filter(({ type }) => type.startsWith('request.sla_'));
const statesOf = ({ sla }: RequestRecord) =>
  Object.fromEntries((sla?.clocks ?? []).map(({ metric, state }) => [metric, state]));

describe('policies', () => {
  it('are made, ordered, changed and deleted by admins, and read by agents', async () => {
    const project = await staffed();
    const { ada, linus, vera } = project.personas;
    const gold = await policyOf(project, { name: 'Gold', due_soon: minuteMs, pause: ['pending', 'snoozed'] });
    const basic = await policyOf(project);
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
    const project = await staffed();
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
    const [mine, theirs] = [await staffed(), await staffed()];
    const policy = await policyOf(theirs);
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
    const project = await staffed();
    for (let count = 0; count < 50; count++) await policyOf(project, { enabled: false });
    const { status, body } = await service
      .as(project.personas.ada)
      .createSlaPolicy({}, { body: { name: 'More', targets } });
    expect([status, body]).toMatchObject([422, { code: 'limit_reached' }]);
  });
});

describe('a request', () => {
  it('has the clocks of the first policy that asks for it', async () => {
    const project = await staffed();
    const { linus, vera } = project.personas;
    await policyOf(project, { enabled: false });
    await policyOf(project, { filters: [{ field: 'subject', operator: 'contains', value: 'refund' }] });
    const policy = await policyOf(project, { name: 'All' });
    const request_id = await harness.conversation(project);

    const opened = await seen(service, project, request_id);
    expect(opened).toMatchObject({
      sla: { policy: { _id: policy._id, name: 'All' }, metric: 'first_response', breached: [] },
      waiting_for: 'team',
    });
    expect(statesOf(opened)).toEqual({ first_response: 'running', resolution: 'running' });
    const due = Date.parse(opened.sla?.due_at ?? '') - Date.parse(opened.last_requester_at ?? '');
    expect(due).toBe(hourMs);

    await service.as(linus).sendMessage({ request_id, text: 'Let me see' });
    const answered = await seen(service, project, request_id);
    expect(statesOf(answered)).toEqual({ first_response: 'met', resolution: 'paused' });
    expect(answered.waiting_for).toBe('requester');
    const events = await slaEventsOf(opened._id);
    expect(events.map(({ type, data }) => [type, data.agents])).toEqual([['request.sla_ended', [linus.id]]]);
    // What a message alone moves is no new version.
    await service.as(vera).sendMessage({ request_id, text: 'And now?' });
    expect(statesOf(await seen(service, project, request_id))).toMatchObject({ next_response: 'running' });
    await service.as(linus).sendMessage({ request_id, text: 'Here it is' });
    const done = await seen(service, project, request_id);
    expect([statesOf(done).next_response, done.__v]).toEqual(['met', answered.__v]);
    expect(JSON.stringify((await service.as(vera).listMyRequests({}, {})).body)).not.toMatch(
      /"sla"|waiting_for|last_team_at/,
    );
  });

  it('is breached by the clock once, on any replica, with the time that was due', async () => {
    const project = await staffed();
    await policyOf(project, { due_soon: 10 * minuteMs });
    const request_id = await harness.conversation(project);
    const { sla, _id } = await seen(service, project, request_id);
    await tick();
    expect(await slaEventsOf(_id)).toEqual([]);

    await age(service, project, 51 * 60);
    await Promise.all([tick(), tick()]);
    expect((await slaEventsOf(_id)).map(({ type }) => type)).toEqual(['request.sla_due_soon']);
    await age(service, project, 10 * 60);
    await Promise.all([tick(), tick(), tick()]);
    const events = (await slaEventsOf(_id)).slice(1);
    expect(events).toMatchObject([{ type: 'request.sla_breached', data: { clock: { metric: 'first_response' } } }]);
    const breached = await seen(service, project, request_id);
    const dueAt = Date.parse(sla?.due_at ?? '') - 61 * minuteMs;
    expect(breached.sla).toMatchObject({ breached: ['first_response'], due_at: new Date(dueAt).toISOString() });
    const { body: history } = await service.as(project.personas.ada).listRequestHistory({ request_id });
    expect(history.find(({ verb }) => verb === 'SLA_BREACHED')).toMatchObject({
      decision: { metric: 'first_response', target: hourMs, due_at: new Date(dueAt).toISOString() },
    });
  });

  it('has one outcome where the answer and the clock meet', async () => {
    let project = await staffed();
    await policyOf(project);
    for (let round = 1; round <= races; round++) {
      // Ageing takes longer the more requests there are.
      if (round % 10 === 0) {
        project = await staffed();
        await policyOf(project);
      }
      const { linus } = project.personas;
      const request_id = await harness.conversation(project);
      // About now.
      await age(service, project, 3_600);
      await Promise.all([tick(), service.as(linus).sendMessage({ request_id, text: 'Here I am' }), tick()]);
      await tick();
      const { sla, _id, last_team_at } = await seen(service, project, request_id);
      const clock = sla?.clocks.find(({ metric }) => metric === 'first_response');
      const isLate = Date.parse(last_team_at ?? '') > Date.parse(clock?.due_at ?? '');
      const types = (await slaEventsOf(_id)).map(({ type }) => type);
      expect([round, clock?.state, types]).toEqual([
        ...[round, 'met'],
        isLate ? ['request.sla_breached', 'request.sla_ended'] : ['request.sla_ended'],
      ]);
    }
  }, 900_000);

  it('keeps what it has when a policy comes or changes, unless open requests are to be judged', async () => {
    const project = await staffed();
    const { ada } = project.personas;
    const request_id = await harness.conversation(project);
    const policy = await policyOf(project);
    expect((await seen(service, project, request_id)).sla).toBeUndefined();

    const longer = { default: { first_response: 2 * hourMs } };
    const change = (query: Record<string, string>) =>
      service
        .as(ada)
        .updateSlaPolicy({ policy_id: policy._id }, { body: { targets: longer, name: `At ${query.apply}` }, query });
    await change({ apply: 'open' });
    await service.context.orderedWorker.idle();
    const judged = await seen(service, project, request_id);
    expect(statesOf(judged)).toEqual({ first_response: 'running' });
    const changes = (await slaEventsOf(judged._id)).map(({ type, data }) => [type, data.why]);
    expect(changes).toEqual([['request.sla_changed', 'policy_updated']]);

    await service.as(ada).deleteSlaPolicy({ policy_id: policy._id });
    await service.context.orderedWorker.idle();
    expect(statesOf(await seen(service, project, request_id))).toEqual({ first_response: 'cancelled' });
  });

  it('has the policy that it is pinned to, by those who may close it', async () => {
    const project = await harness.project((one) => {
      one.addMember({ actor: one.personas.linus });
      one.addMember({ actor: one.personas.alan, available: false });
    });
    const { linus, alan } = project.personas;
    await policyOf(project);
    const gold = await policyOf(project, { name: 'Gold', targets: { default: { resolution: hourMs } } });
    const request_id = await harness.conversation(project);
    const pin = (who: Actor, policy: string | null) =>
      service.as(who).pinRequestSla({ request_id }, { body: { policy } });

    expect((await pin(alan, gold._id)).body).toMatchObject({ code: 'not_a_participant' });
    expect((await pin(linus, newId())).body).toMatchObject({ code: 'policy_not_found' });
    expect((await pin(linus, gold._id)).body).toMatchObject({ sla: { policy: { name: 'Gold' }, pinned: true } });
    const { __v } = await seen(service, project, request_id);
    expect(((await pin(linus, gold._id)).body as RequestRecord).__v).toBe(__v);
    expect((await pin(linus, null)).body).toMatchObject({ sla: { pinned: true } });
    expect((await service.as(linus).unpinRequestSla({ request_id })).body).toMatchObject({
      sla: { policy: { name: 'Premium' } },
    });
    await service.as(linus).closeRequest({ request_id });
    expect((await pin(linus, null)).body).toMatchObject({ code: 'request_closed' });
  });

  it('explains which time counted', async () => {
    const project = await staffed();
    const { linus, ada } = project.personas;
    await policyOf(project);
    const request_id = await harness.conversation(project);
    await age(service, project, 600);
    await service.as(linus).sendMessage({ request_id, text: 'Let me see' });
    await age(service, project, 300);

    const { body } = await service.as(ada).getRequestSla({ request_id });
    const resolution = body.clocks.find(({ metric }) => metric === 'resolution');
    expect(resolution?.spans.map(({ why }) => why)).toEqual(['open', 'waiting_requester']);
    expect(resolution?.counted).toBe(resolution?.spans.reduce((sum, { counted }) => sum + counted, 0));
    expect(Math.round((resolution?.counted ?? 0) / 60_000)).toBe(10);
  });

  it('follows changed hours, whether or not anybody touches it', async () => {
    const project = await staffed();
    const { projectId } = project;
    const hours = async (operatingHours: object) => {
      const record = { _id: projectId, activeOperatingHours: true, operatingHours: JSON.stringify(operatingHours) };
      await service.db.transaction(async () => {
        const { readModels, automationConfigs } = service.context;
        await readModels.keepProject({ projectId, id: projectId, version: project.version, deleted: false, record });
        await automationConfigs.followHours(projectId);
      });
      await service.context.orderedWorker.idle();
    };
    await policyOf(project, { hours: 'project' });
    const request_id = await harness.conversation(project);
    const dueAt = async () => (await seen(service, project, request_id)).sla?.due_at;
    const first = await dueAt();
    const events = async () =>
      (await slaEventsOf((await seen(service, project, request_id))._id)).map(({ data }) => data.why);

    const noon = new Date(Date.now() + 3 * 24 * hourMs);
    await hours({ tzname: 'UTC', [noon.getUTCDay()]: [{ start: '12:00', end: '13:00' }] });
    const moved = (await dueAt()) ?? '';
    expect([moved.slice(11), new Date(moved).getUTCDay()]).toEqual([
      expect.stringMatching(/^1[23]:/),
      noon.getUTCDay(),
    ]);
    expect(await events()).toEqual(['hours']);
    // By the old hours nothing is due.
    await age(service, project, 3_700);
    await tick();
    expect(await events()).toEqual(['hours']);
    expect(first).not.toBe(moved);
    // The same hours again are no change.
    await hours({ tzname: 'UTC', [noon.getUTCDay()]: [{ start: '12:00', end: '13:00' }] });
    expect(await events()).toEqual(['hours']);
  });

  it('is found by its due time', async () => {
    const project = await staffed();
    const { ada } = project.personas;
    const without = await harness.conversation(project);
    const slow = await policyOf(project, {
      name: 'Slow',
      filters: [{ field: 'priority', operator: '=', value: 'low' }],
      targets: { default: { resolution: 24 * hourMs } },
    });
    await policyOf(project);
    const [late, soon] = [await harness.conversation(project), await harness.conversation(project)];
    await service.as(ada).updateRequest({ request_id: late }, { body: { priority: 'low' } });
    const listed = async (query: Record<string, string>) =>
      (await service.as(ada).listRequests({}, { query })).body.requests.map(({ request_id }) => request_id);

    expect(await listed({ sortField: 'due_at', direction: '1' })).toEqual([soon, late]);
    expect(await listed({ sla_policy: slow._id })).toEqual([late]);
    expect(await listed({ due_within: String(2 * hourMs) })).toEqual([soon]);
    expect(await listed({ due_after: new Date(Date.now() + 2 * hourMs).toISOString() })).toEqual([late]);
    expect(await listed({ due_before: new Date(Date.now() + 2 * hourMs).toISOString() })).toEqual([soon]);
    expect(await listed({ sla_state: 'none' })).toEqual([without]);
    expect(await listed({ sla_state: 'overdue' })).toEqual([]);

    await age(service, project, 3_601);
    await tick();
    expect(await listed({ sla_state: 'overdue' })).toEqual([soon]);
    expect(await listed({ sla_state: 'due,none', sortField: 'createdAt', direction: '1' })).toEqual([without, late]);
    const { body } = await service.as(ada).getRequestCounters({});
    expect(body.views.overdue).toEqual({ open: 1 });
    const rows = (await service.as(ada).listRequests({}, { query: { view: 'row', sla_state: 'overdue' } })).body
      .requests;
    expect(rows).toMatchObject([{ request_id: soon, sla: { metric: 'first_response', overdue: true } }]);
    await service.as(ada).closeRequest({ request_id: soon });
    expect(await listed({ sla_state: 'overdue', status: 'all' })).toEqual([]);
  });
});

it('leaves a project without policies alone', async () => {
  const project = await staffed();
  const { linus, vera } = project.personas;
  const request_id = await harness.conversation(project);
  await service.as(linus).sendMessage({ request_id, text: 'Hello' });
  await service.as(vera).sendMessage({ request_id, text: 'Hello?' });
  await service.as(linus).closeRequest({ request_id });
  await service.context.automationConfigs.followHours(project.projectId);
  const rows = await service.db.query(
    `select id_project from service_level where id_project = $1 union all select id_project from clock where id_project = $1
      union all select id_project from automation_config where id_project = $1 union all select id_project from hours_version where id_project = $1`,
    [project.projectId],
  );
  expect(rows).toEqual([]);
});

it('goes with its request', async () => {
  const project = await staffed();
  const { ada } = project.personas;
  await policyOf(project);
  const request_id = await harness.conversation(project);
  await service.as({ ...ada, role: 'owner' }).deleteRequest({ request_id });
  const rows = await service.db.query(
    'select request from service_level where id_project = $1 union all select request from clock where id_project = $1',
    [project.projectId],
  );
  expect(rows).toEqual([]);
});

import { type Actor, holdCreated, holdDeleted, requestDeleted } from '@parley/contracts';

import { age } from '../../test/age.ts';
import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';
import { expireRequests } from './expire-requests.ts';
import { batchSize } from './retention.repository.ts';
import { isExpired } from './retention.ts';

let harness: SharedConversations;
let service: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

const daySeconds = 86_400;

async function withRetention(retention: TestProject['settings']['retention']): Promise<TestProject> {
  return harness.project((one) => {
    one.addMember({ actor: one.personas.linus });
    one.settings.retention = retention ?? {};
  });
}

async function opened({ projectId, personas }: TestProject, asker: Actor = personas.vera): Promise<string> {
  const request_id = newRequestId(projectId);
  await service.as(asker).sendMessage({ request_id, text: 'Where is my parcel?' });
  return request_id;
}

async function closed(project: TestProject, asker?: Actor): Promise<string> {
  const request_id = await opened(project, asker);
  await service.as(project.personas.linus).closeRequest({ request_id });
  return request_id;
}

const left = async ({ projectId }: TestProject): Promise<string[]> => {
  const text = 'select request_id as id from request where id_project = $1 order by ticket_id';
  return (await service.db.query<{ id: string }>(text, [projectId])).map(({ id }) => id);
};

/** All rows of the project that hold what was said or done in requests, as text. */
async function rowsOf({ projectId }: TestProject, requestId: string): Promise<string> {
  const found: string[] = [];
  for (const table of ['request', 'request_head', 'message', 'request_history', 'request_reader', 'request_words']) {
    const key = table === 'request' || table === 'request_head' ? 'id' : 'request';
    const text = `select t::text as row from "${table}" t join request r on r.id_project = t.id_project and r.id = t.${key}
      where t.id_project = $1 and r.request_id = $2 order by 1`;
    const rows = await service.db.query<{ row: string }>(text, [projectId, requestId]);
    found.push(...rows.map(({ row }) => row));
  }
  return found.join('\n');
}

describe('retention', () => {
  it('deletes closed requests and drafts past their days, as many as the preview says, and touches nothing else', async () => {
    const project = await withRetention({ closed_requests: 30, drafts: 7 });
    const { ada, vera } = project.personas;
    const old = [await closed(project), await closed(project)];
    const open = await opened(project);
    const hidden = { text: '/start', attributes: { subtype: 'info' } };
    await service.as(vera).sendMessage({ request_id: newRequestId(project.projectId), ...hidden });
    await age(service, project, 31 * daySeconds);
    const fresh = await closed(project);
    await service.context.searchIndex.catchUp();
    const kept = await Promise.all([open, fresh].map((id) => rowsOf(project, id)));

    const days = { closed_requests: '30', drafts: '7' };
    const { body: preview } = await service.as(ada).previewRetention(days);
    expect(preview).toMatchObject({
      closed_requests: { count: 2, complete: true, sample: old.map((request_id) => ({ request_id })) },
      drafts: { count: 1, complete: true },
      leads_without_requests: { count: 0, complete: true, sample: [] },
    });
    await service.runJob('expireRequests');

    expect(await left(project)).toEqual([open, fresh]);
    expect(await Promise.all([open, fresh].map((id) => rowsOf(project, id)))).toEqual(kept);
    const gone = await service.outbox(requestDeleted, project.projectId);
    expect(gone.map(({ data, actor }) => [data.expired, actor])).toEqual(Array(3).fill([true, 'system']));
    expect((await service.as(ada).previewRetention(days)).body.closed_requests.count).toBe(0);
  });

  it('gives other projects their turn before one that has much to delete is done', async () => {
    const both = await Promise.all([withRetention({ closed_requests: 30 }), withRetention({ closed_requests: 30 })]);
    const [large, small] = both.sort((one, other) => (one.projectId < other.projectId ? -1 : 1));
    if (!large || !small) throw new Error('There are no projects.');
    for (let count = 0; count <= batchSize; count++) await closed(large);
    await closed(small);
    await Promise.all([large, small].map((project) => age(service, project, 31 * daySeconds)));

    const limits = { batchMs: 0, passes: 1, batchesPerTurn: 1 };
    await expireRequests(service.context, new AbortController().signal, limits);
    expect([await left(large), await left(small)]).toEqual([[], []]);
    const [own] = await service.outbox(requestDeleted, small.projectId);
    const others = await service.outbox(requestDeleted, large.projectId);
    const [first = 0, last = 0] = [own, others.at(-1)].map((event) => Number(event?.sequence));
    expect(others).toHaveLength(batchSize + 1);
    expect(first).toBeLessThan(last);
  });

  it('deletes nothing by days that are absent or 0', async () => {
    const project = await withRetention({ closed_requests: 0 });
    const request = await closed(project);
    await age(service, project, 3_000 * daySeconds);
    await service.runJob('expireRequests');
    expect(await left(project)).toEqual([request]);
    const { body } = await service.as(project.personas.ada).previewRetention({ closed_requests: '0' });
    expect(body.closed_requests).toEqual({ count: 0, complete: true, sample: [] });
  });

  it('leaves a request that was reopened since it was found', async () => {
    const project = await withRetention({ closed_requests: 30 });
    const { linus } = project.personas;
    const request_id = await closed(project);
    await age(service, project, 31 * daySeconds);
    const { requests, retention } = service.context;
    const [due] = await retention.due(project.projectId, 'closed_requests', new Date(), undefined);
    await service.as(linus).reopenRequest({ request_id });
    await requests.expire(project.projectId, due?.requestId ?? '', (current) =>
      isExpired('closed_requests', current, new Date()),
    );
    expect(await left(project)).toEqual([request_id]);
  });
});

describe('a legal hold', () => {
  it('keeps a request, and a lead with all its requests, from retention until it ends', async () => {
    const project = await withRetention({ closed_requests: 30 });
    const { ada, victor } = project.personas;
    const [own, first, second] = [
      await closed(project),
      await closed(project, victor),
      await closed(project, victor),
      await closed(project),
    ];
    await age(service, project, 31 * daySeconds);
    const { body: request } = await service.as(ada).getRequest({ request_id: first });
    const reason = 'Claim 2031/17';
    const onRequest = await service.as(ada).createHold({}, { body: { kind: 'request', record: own, reason } });
    const lead = { kind: 'lead', record: request.requester_id ?? '', reason };
    const onLead = await service.as(ada).createHold({}, { body: lead });
    const again = await service.as(ada).createHold({}, { body: lead });
    expect([onRequest.status, onLead.status]).toEqual([200, 200]);
    expect(again.body).toEqual(onLead.body);

    await service.runJob('expireRequests');
    expect(await left(project)).toEqual([own, first, second]);
    const { body: holds } = await service.as(ada).listHolds({});
    expect(holds).toEqual([onLead.body, onRequest.body]);
    const events = await service.outbox(holdCreated, project.projectId);
    expect(events.map(({ data }) => data.hold.record)).toEqual([onRequest.body.record, lead.record]);
    expect(JSON.stringify(events)).not.toContain(reason);

    const keeping = async (query: { request_id: string } | { lead: string }) =>
      (await service.as(ada).listHolds(query)).body.map(({ _id }) => _id);
    expect(await keeping({ request_id: own })).toEqual([onRequest.body._id]);
    expect(await keeping({ request_id: first })).toEqual([onLead.body._id]);
    expect(await keeping({ lead: lead.record })).toEqual([onLead.body._id]);
    const { body: kept } = await service.as(ada).getRequest({ request_id: own });
    expect(await keeping({ lead: kept.requester_id ?? '' })).toEqual([onRequest.body._id]);
    const stranger = await harness.project();
    expect((await service.as(stranger.personas.ada).listHolds({ request_id: own })).body).toEqual([]);

    await service.as(ada).deleteHold({ hold_id: onLead.body._id });
    await service.runJob('expireRequests');
    expect(await left(project)).toEqual([own]);
    expect(await service.outbox(holdDeleted, project.projectId)).toHaveLength(1);
  });

  it('refuses that a request is deleted or redacted', async () => {
    const { project, request_id, vera } = await harness.openedRequest();
    const { ada } = project.personas;
    const hold = await service
      .as(ada)
      .createHold({}, { body: { kind: 'request', record: request_id, reason: 'Claim' } });
    const [message] = (await service.as(vera).listMessages({ request_id })).body;
    const refusal = { status: 403, body: { code: 'on_hold', hold: hold.body._id } };
    expect(await service.as(ada).deleteRequest({ request_id })).toMatchObject(refusal);
    expect(await service.as(ada).redactMessage({ request_id, message_id: message?._id ?? '' })).toMatchObject(refusal);
    expect(await left(project)).toEqual([request_id]);
  });

  it('is not made for what is not there, nor seen from another project', async () => {
    const { project, request_id } = await harness.openedRequest();
    const other = await harness.project();
    const strangers = other.personas.ada;
    const body = { kind: 'request', record: request_id, reason: 'Claim' };
    expect(await service.as(strangers).createHold({}, { body })).toMatchObject({
      status: 404,
      body: { code: 'request_not_found' },
    });
    const hold = await service.as(project.personas.ada).createHold({}, { body });
    expect((await service.as(strangers).listHolds({})).body).toEqual([]);
    const ended = await service.as(strangers).deleteHold({ hold_id: hold.body._id });
    expect(ended).toMatchObject({ status: 404, body: { code: 'hold_not_found' } });
  });

  it('is made before or after a deletion at the same time, never beside it', async () => {
    const project = await withRetention({ closed_requests: 30 });
    const { ada } = project.personas;
    const requests = await Promise.all(Array.from({ length: 10 }, () => closed(project)));
    await age(service, project, 31 * daySeconds);
    const hold = (record: string) =>
      service.as(ada).createHold({}, { body: { kind: 'request', record, reason: 'Claim' } });
    const [, ...holds] = await Promise.all([service.runJob('expireRequests'), ...requests.map(hold)]);
    const held = requests.filter((_, at) => holds[at]?.status === 200);
    expect(new Set(await left(project))).toEqual(new Set(held));
  });
});

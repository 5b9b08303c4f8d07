import type { Actor, RequestRecord } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { amountOf, collect } from '@parley/testkit';

import { age } from '../../test/age.ts';
import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { callsOf } from '../../test/internal-calls.ts';
import { keepHours } from '../../test/keep-hours.ts';
import { policyOf, staffed } from '../../test/policies.ts';
import { eventsOf, seen } from '../../test/seen.ts';
import { newRequestId } from '../../test/test-project.ts';

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

async function tick(): Promise<void> {
  await Promise.all([service, other].map((replica) => replica.runJob('runDueClocks')));
}

const slaEventsOf = async (id: string) =>
  (await eventsOf(service, id)).filter(({ type }) => type.startsWith('request.sla_'));
const statesOf = ({ sla }: RequestRecord) =>
  Object.fromEntries((sla?.clocks ?? []).map(({ metric, state }) => [metric, state]));

describe('a request', () => {
  it('has the clocks of the first policy that asks for it', async () => {
    const project = await staffed(harness);
    const { linus, vera } = project.personas;
    await policyOf(service, project, { enabled: false });
    await policyOf(service, project, { filters: [{ field: 'subject', operator: 'contains', value: 'refund' }] });
    const policy = await policyOf(service, project, { name: 'All' });
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
    const project = await staffed(harness);
    await policyOf(service, project, { due_soon: 10 * minuteMs });
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
    // In so many seconds: it is over, about now, and certainly still to come.
    const dueIn = [0, 0.05, 0.1, 0.2, 60];
    const outcomes = new Set<boolean>();
    let project = await staffed(harness);
    await policyOf(service, project);
    for (let round = 1; round <= races; round++) {
      // Ageing takes longer the more requests there are.
      if (round % 10 === 0) {
        project = await staffed(harness);
        await policyOf(service, project);
      }
      const { linus } = project.personas;
      const request_id = await harness.conversation(project);
      await age(service, project, 3_600 - (dueIn[round % dueIn.length] ?? 0));
      await Promise.all([tick(), service.as(linus).sendMessage({ request_id, text: 'Here I am' }), tick()]);
      await tick();
      const { sla, _id, last_team_at } = await seen(service, project, request_id);
      const clock = sla?.clocks.find(({ metric }) => metric === 'first_response');
      const isLate = Date.parse(last_team_at ?? '') > Date.parse(clock?.due_at ?? '');
      outcomes.add(isLate);
      const types = (await slaEventsOf(_id)).map(({ type }) => type);
      expect([round, clock?.state, types]).toEqual([
        ...[round, 'met'],
        isLate ? ['request.sla_breached', 'request.sla_ended'] : ['request.sla_ended'],
      ]);
    }
    expect(outcomes.size).toBe(2);
  }, 900_000);

  it('keeps what it has when a policy comes or changes, unless open requests are to be judged', async () => {
    const project = await staffed(harness);
    const { ada } = project.personas;
    const request_id = await harness.conversation(project);
    const policy = await policyOf(service, project);
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
    await policyOf(service, project);
    const gold = await policyOf(service, project, { name: 'Gold', targets: { default: { resolution: hourMs } } });
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
    const project = await staffed(harness);
    const { linus, ada } = project.personas;
    await policyOf(service, project);
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
    const project = await staffed(harness);
    const hours = async (operatingHours: object) => {
      await keepHours(service.db, project.projectId, project.version, operatingHours);
      await service.context.orderedWorker.idle();
    };
    await policyOf(service, project, { hours: 'project' });
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
    const project = await staffed(harness);
    const { ada } = project.personas;
    const without = await harness.conversation(project);
    const slow = await policyOf(service, project, {
      name: 'Slow',
      filters: [{ field: 'priority', operator: '=', value: 'low' }],
      targets: { default: { resolution: 24 * hourMs } },
    });
    await policyOf(service, project);
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

it('lets analytics read the newest clock of each request and metric', async () => {
  const project = await staffed(harness);
  const { ada, vera, linus, projectId: idProject } = { ...project.personas, ...project };
  const targets = { default: { first_response: hourMs, resolution: 2 * hourMs } };
  const { _id: policy } = await policyOf(service, project, { targets });
  const request_id = newRequestId(idProject);
  await service.as(vera).sendMessage({ request_id, text: 'Where is my parcel?' });
  await service.as(linus).sendMessage({ request_id, text: 'On its way.' });
  await service.as(linus).closeRequest({ request_id });
  await service.as(linus).reopenRequest({ request_id });
  const { body } = await service.as(ada).getRequest({ request_id });

  const analytics = callsOf(service, 'analytics');
  const [first, ...clocks] = await collect(analytics.conversations.scanClocks({ idProject }));
  analytics.close();
  expect(first).toMatchObject({ recordJson: '', request: '' });
  expect(clocks.map(({ request }) => request)).toEqual([body._id, body._id]);
  const read = clocks.map(({ recordJson }) => JSON.parse(recordJson));
  const { sla } = body as RequestRecord;
  const now = { channel: 'chat21', priority: 'normal', tags: [], agents: [linus.id] };
  expect(read).toMatchObject(
    (sla?.clocks ?? []).map((clock) => ({ ...clock, ...now, policy, counted: expect.any(Number) })),
  );
  expect(read).toMatchObject([
    { metric: 'first_response', cycle: 1, state: 'met' },
    { metric: 'resolution', cycle: 2 },
  ]);
});

it('leaves a project without policies alone', async () => {
  const project = await staffed(harness);
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
  const project = await staffed(harness);
  const { ada } = project.personas;
  await policyOf(service, project);
  const request_id = await harness.conversation(project);
  await service.as({ ...ada, role: 'owner' }).deleteRequest({ request_id });
  const rows = await service.db.query(
    'select request from service_level where id_project = $1 union all select request from clock where id_project = $1',
    [project.projectId],
  );
  expect(rows).toEqual([]);
});

import type { Actor, RequestRecord } from '@parley/contracts';

import { age } from '../../test/age.ts';
import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { eventsOf, seatsOf, seen } from '../../test/seen.ts';
import type { TestProject } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
let other: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
  other = await harness.second();
});

const hourMs = 3_600_000;

/** A request of vera that linus serves. */
async function served(setUp: (project: TestProject) => void = () => undefined) {
  const project = await harness.project((one) => {
    one.addMember({ actor: one.personas.linus, limit: 1 });
    setUp(one);
  });
  const request_id = await harness.conversation(project);
  const now = () => seen(service, project, request_id);
  const as = (who: Actor) => service.as(who);
  return { project, request_id, now, as, ...project.personas };
}

/** A round of the clock on both replicas: one at the wrong time must change nothing. */
async function tick(): Promise<void> {
  await Promise.all([service, other].map((replica) => replica.runJob('runDueClocks')));
  await harness.queueIdle();
}

const namesOf = async (id: string) => (await eventsOf(service, id)).map(({ type }) => type);
const clocksOf = ({ projectId }: TestProject) =>
  service.db.query('select request, wake_at from clock where id_project = $1', [projectId]);

it('frees the seat, keeps status and people, and takes the seat again at its time', async () => {
  const { project, request_id, now, as, linus, vera } = await served();
  const second = await harness.conversation(project);
  expect((await seen(service, project, second)).status).toBe(100);

  const until = new Date(Date.now() + hourMs).toISOString();
  const { body } = await as(linus).snoozeRequest({ request_id }, { body: { until, reason: 'Waits for the supplier' } });
  expect(body).toMatchObject({
    status: 200,
    participants: [linus.id],
    snooze: { until, wake_on_reply: true, by: linus.id, reason: 'Waits for the supplier' },
  });
  await harness.queueIdle();
  // The seat that is free now is given to the one that waits.
  expect((await seen(service, project, second)).participants).toEqual([linus.id]);
  expect(JSON.stringify((await as(vera).listMyRequests({}, {})).body)).not.toContain('snooze');

  await tick();
  expect((await now()).snooze).toBeDefined();
  await age(service, project, hourMs / 1_000 + 1);
  await tick();

  const woken = await now();
  expect(woken).toMatchObject({ status: 200, participants: [linus.id] });
  expect(woken.snooze).toBeUndefined();
  expect(await seatsOf(service, project.projectId)).toEqual({ counted: { [linus.id]: 2 }, recount: { [linus.id]: 2 } });
  const [event] = (await eventsOf(service, woken._id)).filter(({ type }) => type === 'request.woken');
  expect(event?.data).toMatchObject({ cause: 'time', snooze: { by: linus.id } });
  expect(event?.data.late).toBeGreaterThanOrEqual(1_000);
  expect(await clocksOf(project)).toEqual([]);
  const { body: history } = await as(linus).listRequestHistory({ request_id });
  expect(history.map(({ verb }) => verb)).toEqual(expect.arrayContaining(['REQUEST_SNOOZE', 'REQUEST_WAKE']));
});

it('is woken once, however many replicas find it due, and by no clock of a process', async () => {
  const { project, request_id, now, as, linus } = await served();
  await as(linus).snoozeRequest({ request_id }, { body: { in: 60_000 } });
  await age(service, project, 61);
  await Promise.all([tick(), tick(), tick()]);

  const names = await namesOf((await now())._id);
  expect(names.filter((name) => name === 'request.woken')).toHaveLength(1);
});

it('is woken once when the requester writes at the very time', async () => {
  const { project, request_id, now, as, linus, vera } = await served();
  for (let round = 1; round <= 10; round++) {
    await as(linus).snoozeRequest({ request_id }, { body: { in: 60_000 } });
    await age(service, project, 61);
    await Promise.all([as(vera).sendMessage({ request_id, text: 'Any news?' }), tick()]);

    const names = await namesOf((await now())._id);
    expect([round, names.filter((name) => name === 'request.woken').length]).toEqual([round, round]);
  }
  expect(await seatsOf(service, project.projectId)).toEqual({ counted: { [linus.id]: 1 }, recount: { [linus.id]: 1 } });
});

it('keeps seats and snoozes right under a hundred calls at once', async () => {
  const { project, request_id, now, as, linus, vera } = await served();
  const calls = Array.from({ length: 100 }, (_, place) => {
    if (place % 3 === 0) return as(linus).snoozeRequest({ request_id }, { body: { in: 60_000 + place } });
    if (place % 3 === 1) return as(linus).wakeRequest({ request_id });
    return as(vera).sendMessage({ request_id, text: `Message ${place}` });
  });
  const answers = await Promise.all(calls);

  expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200));
  const { counted, recount } = await seatsOf(service, project.projectId);
  expect(counted).toEqual(recount);
  const names = await namesOf((await now())._id);
  const count = (name: string) => names.filter((one) => one === name).length;
  // Snoozing again replaces a snooze, and ends none.
  expect(count('request.woken')).toBeLessThanOrEqual(count('request.snoozed'));
  expect((await clocksOf(project)).length).toBe((await now()).snooze ? 1 : 0);
});

describe('a message of the requester', () => {
  it('wakes it, and gives it in the same change to somebody who is available, if its agent is not', async () => {
    const { project, request_id, now, as, linus, vera, alan } = await served((one) =>
      one.addMember({ actor: one.personas.alan, limit: 1, available: false }),
    );
    await as(linus).snoozeRequest({ request_id }, { body: {} });
    project.setMember(linus, { available: false });
    project.setMember(alan, { available: true });
    await harness.syncReadModels(project);

    const { body } = await as(vera).sendMessage({ request_id, text: 'Hello again' });
    expect(body).toMatchObject({ request: { status: 200, participants: [alan.id] } });
    expect((await now()).snooze).toBeUndefined();
    const types = await namesOf((await now())._id);
    expect(types.slice(types.lastIndexOf('request.woken'))).toEqual(
      expect.arrayContaining(['request.woken', 'request.routed', 'request.assigned', 'request.updated']),
    );
  });

  it('leaves it with its agent when its time ends, available or not', async () => {
    const { project, request_id, now, as, linus, alan } = await served((one) =>
      one.addMember({ actor: one.personas.alan, available: false }),
    );
    await as(linus).snoozeRequest({ request_id }, { body: { in: 60_000 } });
    project.setMember(linus, { available: false });
    project.setMember(alan, { available: true });
    await harness.syncReadModels(project);
    await age(service, project, 61);
    await tick();

    const woken = await now();
    expect([woken.snooze, woken.participants]).toEqual([undefined, [linus.id]]);
  });

  it('is stored and announced, and wakes nothing that shall rest until its time', async () => {
    const { request_id, now, as, linus, vera } = await served();
    await as(linus).snoozeRequest({ request_id }, { body: { in: hourMs, wake_on_reply: false } });
    await as(vera).sendMessage({ request_id, text: 'Hello again' });

    const { snooze, _id } = await now();
    expect(snooze).toMatchObject({ wake_on_reply: false });
    expect((await namesOf(_id)).at(-1)).toBe('message.created');
  });

  it('of an agent wakes nothing', async () => {
    const { request_id, now, as, linus } = await served();
    await as(linus).snoozeRequest({ request_id }, { body: {} });
    await as(linus).sendMessage({ request_id, text: 'I am back on Monday' });
    expect((await now()).snooze).toBeDefined();
  });
});

describe('a person', () => {
  it('wakes it by ending the snooze, joining or closing', async () => {
    const { request_id, now, as, linus, alan } = await served((one) => one.addMember({ actor: one.personas.alan }));
    const causes = async () =>
      (await eventsOf(service, (await now())._id)).flatMap(({ type, data }) =>
        type === 'request.woken' ? [data.cause] : [],
      );
    const snooze = () => as(linus).snoozeRequest({ request_id }, { body: {} });

    await snooze();
    expect((await as(linus).wakeRequest({ request_id })).body).not.toHaveProperty('snooze');
    await snooze();
    await as(alan).addParticipant({ request_id }, { body: { member: alan.id } });
    expect((await now()).snooze).toBeUndefined();
    await snooze();
    await as(linus).closeRequest({ request_id });
    expect(await causes()).toEqual(['person', 'person', 'closed']);
  });

  it('changes nothing by ending what is not snoozed', async () => {
    const { request_id, now, as, linus } = await served();
    const before = await now();
    const { status } = await as(linus).wakeRequest({ request_id });
    expect([status, (await now()).__v]).toEqual([200, before.__v]);
  });

  it('is refused where they may not snooze, and what no snooze can be', async () => {
    const { request_id, as, linus, alan, ada, vera } = await served((one) =>
      one.addMember({ actor: one.personas.alan }),
    );
    const codeOf = async (call: Promise<{ status: number; body: unknown }>) => {
      const { status, body } = await call;
      return [status, (body as { code?: string }).code];
    };
    const by = (who: Actor, body: object) => codeOf(as(who).snoozeRequest({ request_id }, { body }));

    expect(await by(alan, {})).toEqual([403, 'not_a_participant']);
    expect(await by(vera, {})).toEqual([403, 'role_too_low']);
    const faulty = [
      { until: new Date(Date.now() - 1_000).toISOString() },
      { until: new Date(Date.now() + 367 * 24 * hourMs).toISOString() },
      { until: 'tomorrow' },
      { in: 59_999 },
      { in: 60_000, opening: 1 },
      { opening: 31 },
      { wake_on_reply: false },
    ];
    for (const body of faulty) expect([body, ...(await by(linus, body))]).toEqual([body, 422, 'validation_failed']);
    // A project without hours is always open: it has no next opening.
    expect(await by(linus, { opening: 1 })).toEqual([422, 'never_open']);
    await as(ada).closeRequest({ request_id });
    expect(await by(linus, {})).toEqual([409, 'request_closed']);
  });
});

it('rests until the next opening of the project', async () => {
  const { project, request_id, as, linus } = await served();
  const day = [{ start: '09:00', end: '17:00' }];
  const operatingHours = JSON.stringify({ tzname: 'UTC', 1: day, 2: day, 3: day, 4: day, 5: day, 6: day, 7: day });
  const { projectId } = project;
  const record = { _id: projectId, activeOperatingHours: true, operatingHours };
  await service.context.readModels.keepProject({
    projectId,
    id: projectId,
    version: project.version,
    deleted: false,
    record,
  });

  const { body } = await as(linus).snoozeRequest({ request_id }, { body: { opening: 2 } });
  const until = new Date((body as RequestRecord).snooze?.until ?? 0);
  const distance = until.getTime() - Date.now();
  expect(until.toISOString().slice(11)).toBe('09:00:00.000Z');
  expect(distance).toBeGreaterThan(24 * hourMs);
  expect(distance).toBeLessThanOrEqual(48 * hourMs);
});

it('is not closed as idle, and not taken from an agent who has not answered', async () => {
  const { project, request_id, now, as, linus } = await served((one) => {
    one.settings = { autoCloseAgentHours: 1, reassignmentOn: true, reassignmentDelay: 60 };
  });
  await as(linus).snoozeRequest({ request_id }, { body: { in: 365 * 24 * hourMs } });
  await age(service, project, (364 * 24 * hourMs) / 1_000);
  await service.runJob('closeIdle');
  await service.runJob('reassignUnanswered');
  expect(await now()).toMatchObject({ status: 200, participants: [linus.id], snooze: { by: linus.id } });

  // Its idle time counts from waking.
  await as(linus).sendMessage({ request_id, text: 'I am on it' });
  await as(linus).wakeRequest({ request_id });
  await service.runJob('closeIdle');
  expect((await now()).status).toBe(200);
});

it('waits in no queue, and keeps its place', async () => {
  const project = await harness.project();
  const { ada, linus } = project.personas;
  const [first = '', second = ''] = [await harness.conversation(project), await harness.conversation(project)];
  await service.as(ada).snoozeRequest({ request_id: first }, { body: { in: 60_000 } });
  project.addMember({ actor: linus, limit: 1 });
  await harness.syncReadModels(project);
  service.context.queue.wake(project.projectId);
  await harness.queueIdle();
  expect((await seen(service, project, second)).participants).toEqual([linus.id]);

  await age(service, project, 61);
  await tick();
  expect(await seen(service, project, first)).toMatchObject({ status: 100, participants: [] });
  await service.as(linus).closeRequest({ request_id: second });
  await harness.queueIdle();
  expect((await seen(service, project, first)).participants).toEqual([linus.id]);
});

it('is listed, sorted and counted', async () => {
  const project = await harness.project();
  const { ada } = project.personas;
  const ids = [
    await harness.conversation(project),
    await harness.conversation(project),
    await harness.conversation(project),
  ];
  const [first = '', second = '', third = ''] = ids;
  await service.as(ada).snoozeRequest({ request_id: first }, { body: { in: 2 * hourMs } });
  await service.as(ada).snoozeRequest({ request_id: second }, { body: { in: hourMs } });
  const listed = async (query: Record<string, string>) =>
    (await service.as(ada).listRequests({}, { query })).body.requests.map(({ request_id }) => request_id);

  expect(await listed({ snoozed: 'true', sortField: 'snooze_until', direction: '1' })).toEqual([second, first]);
  expect(await listed({ snoozed: 'false' })).toEqual([third]);
  expect((await listed({})).sort()).toEqual(ids.sort());
  const rows = (
    await service
      .as(ada)
      .listRequests({}, { query: { view: 'row', snoozed: 'true', limit: '1', sortField: 'snooze_until' } })
  ).body;
  expect(rows).toMatchObject({ count: 2, requests: [{ request_id: first, snooze: { until: expect.any(String) } }] });
  const { body } = await service.as(ada).getRequestCounters({});
  expect(body.views).toMatchObject({ all: { open: 3 }, snoozed: { open: 2 } });
});

it('is snoozed and woken with many others, each by itself', async () => {
  const project = await harness.project();
  const { ada } = project.personas;
  const request_ids = [await harness.conversation(project), await harness.conversation(project)];
  const [closed = ''] = request_ids;
  await service.as(ada).closeRequest({ request_id: closed });
  const bulk = async (operation: string, args: object = {}) =>
    (await service.as(ada).bulkRequests({}, { body: { request_ids, operation, args } as never })).body.results;

  expect(await bulk('snooze', { in: hourMs })).toMatchObject([
    { status: 409, code: 'request_closed' },
    { status: 200 },
  ]);
  expect((await clocksOf(project)).length).toBe(1);
  expect(await bulk('wake')).toMatchObject([{ status: 200 }, { status: 200 }]);
  expect(await clocksOf(project)).toEqual([]);
});

it('costs a request that is not snoozed no row and no further statement', async () => {
  const { project, request_id, as, linus, vera } = await served();
  await as(vera).sendMessage({ request_id, text: 'One' });
  await as(linus).sendMessage({ request_id, text: 'Two' });
  await as(linus).closeRequest({ request_id });
  expect(await clocksOf(project)).toEqual([]);
});

it('goes with the request', async () => {
  const { project, request_id, as, ada } = await served();
  await as(ada).snoozeRequest({ request_id }, { body: { in: hourMs } });
  await as({ ...ada, role: 'owner' }).deleteRequest({ request_id });
  expect(await clocksOf(project)).toEqual([]);
});

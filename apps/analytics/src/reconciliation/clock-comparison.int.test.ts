import { requestSlaBreached, requestSlaEnded, type SlaClockView, slaMetrics } from '@parley/contracts';
import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { type Personas, personasOf } from '@parley/testkit';
import { fakeService } from '@parley/testkit/fakes';

import { type Analytics, startTestAnalytics } from '../../test/analytics-harness.ts';
import { type Conversation, History, outgoing } from '../../test/history.ts';
import type { ScannedClock } from '../service-level/clock-fact.ts';

const dayMs = 86_400_000;
const histories = new Map<string, { history: History; clocks: ScannedClock[] }>();
let service: Analytics;

const conversations = fakeService(ConversationsServiceService, {
  async *scanRequests({ idProject }) {
    const asOfMs = Date.now();
    yield { asOfMs, recordJson: '' };
    for (const { request } of histories.get(idProject)?.history.conversations.values() ?? [])
      yield { asOfMs, recordJson: JSON.stringify(request) };
  },
  async *scanMessages() {
    yield { asOfMs: Date.now(), recordJson: '', request: '', fromRequester: false };
  },
  async *scanClocks({ idProject }) {
    const asOfMs = Date.now();
    yield { asOfMs, recordJson: '', request: '' };
    for (const { request, ...clock } of histories.get(idProject)?.clocks ?? [])
      yield { asOfMs, recordJson: JSON.stringify(clock), request };
  },
});

beforeAll(async () => {
  service = await startTestAnalytics(undefined, { fakes: { conversations } });
  // The job's own first round must not compare a project that a test compares.
  await service.runJob('compareNightly');
});
afterAll(() => service?.stop());

const window = { start_date: '2026-01-01', end_date: '2026-12-31' };
const policy = { _id: 'gold', name: 'Gold' };
const longAgo = new Date(Date.now() - 60_000).toISOString();

/** What becomes of a clock. */
type Course = Pick<SlaClockView, 'state' | 'cycle'> & { isBreached?: true };
/** Of each request: its clocks of a metric, one after the other. */
const stories: Course[][] = [
  [{ state: 'met', cycle: 1 }],
  [{ state: 'met', cycle: 1, isBreached: true }],
  [{ state: 'cancelled', cycle: 1 }],
  [{ state: 'running', cycle: 1, isBreached: true }],
  [{ state: 'running', cycle: 1 }],
  [
    { state: 'met', cycle: 1 },
    { state: 'met', cycle: 2 },
  ],
  [
    { state: 'met', cycle: 1 },
    { state: 'running', cycle: 2 },
  ],
];

/** A project with clocks of every course, whose events have arrived. */
async function project(): Promise<Personas> {
  const personas = personasOf();
  const history = new History(personas.projectId);
  const clocks: ScannedClock[] = [];
  for (const [nth, story] of stories.entries()) {
    const one = history.create({
      createdAt: new Date(Date.now() - nth * dayMs).toISOString(),
      participants: ['linus'],
    });
    for (const metric of slaMetrics) for (const course of story) live(history, clocks, one, metric, course);
  }
  histories.set(personas.projectId, { history, clocks });
  await publish(history);
  return personas;
}

/** A clock takes its course: its events, and what the conversations service has of it at the end. */
function live(
  history: History,
  clocks: ScannedClock[],
  one: Conversation,
  metric: SlaClockView['metric'],
  course: Course,
) {
  const { state, cycle, isBreached } = course;
  const { request } = one;
  const started_at = request.createdAt;
  const clock = { metric, cycle, state, target: 60_000, started_at, ...(isBreached && { breached_at: started_at }) };
  const data = { request, policy, clock };
  if (isBreached) history.tell(requestSlaBreached({ ...data, clock: { ...clock, state: 'running' }, late: 0 }), one);
  const counted = 1_000 + clocks.length;
  if (state !== 'running') history.tell(requestSlaEnded({ ...data, counted, agents: ['linus'] }), one);
  const known = clocks.findIndex((other) => other.request === request._id && other.metric === metric);
  if (known >= 0) clocks.splice(known, 1);
  const now = { department: null, channel: 'chat21', priority: 'normal', tags: [], agents: ['linus'] };
  clocks.push({ ...clock, ...now, request: request._id, policy: policy._id, counted });
}

async function publish({ events }: History, from = 0, time = longAgo): Promise<void> {
  for (const event of events.slice(from)) await service.bus.publish([outgoing({ ...event, time })], () => undefined);
  await service.settled();
  await service.runJob('foldRollups');
}

const keysOf = (clocks: readonly ScannedClock[], wanted: string) =>
  clocks.filter(({ state }) => state === wanted).map(({ request, metric, cycle }) => `${request} ${metric} ${cycle}`);

const compare = async ({ grace }: Personas, body: object = window) => {
  const { status, body: run } = await service.as(grace).startReconciliation(body as typeof window);
  expect([status, run.status]).toEqual([200, 'done']);
  return run;
};
const reportsOf = async ({ grace }: Personas) =>
  Promise.all(
    [{}, { group: 'policy' }, { group: 'agent' }].map(
      async (query) => (await service.as(grace).getSlaReport({ ...window, ...query } as never)).body,
    ),
  );

describe('facts of clocks', () => {
  it('are no difference where they are those of the owner', async () => {
    const personas = await project();
    const [all] = await reportsOf(personas);
    expect(all?.map(({ started }) => started)).toEqual([7, 7, 7]);
    expect((await compare(personas)).differences).toEqual([]);
  });

  it('are listed where they are missing, falsified or made up, and repaired if asked', async () => {
    const personas = await project();
    const { projectId } = personas;
    const before = await reportsOf(personas);
    const { clocks = [] } = histories.get(projectId) ?? {};
    const [met = '', other = '', third = '', fourth = ''] = keysOf(clocks, 'met');
    const [cancelled = ''] = keysOf(clocks, 'cancelled');
    const [overdue = '', running = ''] = keysOf(clocks, 'running');
    const key = `concat_ws(' ', request, metric, cycle)`;
    const change = (text: string, id: string) =>
      service.db.query(`${text} where id_project = $1 and ${key} = $2`, [projectId, id]);
    await change('delete from clock_fact', met);
    await change('delete from clock_fact', overdue);
    await change('update clock_fact set elapsed_ms = elapsed_ms + 1', other);
    await change(`update clock_fact set state = 'cancelled', elapsed_ms = null`, third);
    await change('update clock_fact set is_breached = not is_breached', fourth);
    await change(`update clock_fact set policy = 'other'`, cancelled);
    const madeUp = `${running.split(' ').slice(0, 2).join(' ')} 9`;
    await service.db.query(
      `insert into clock_fact (id_project, request, metric, cycle, started_at, policy, priority, department, channel, tags, agents,
         state, is_breached, told_at)
       select $1, split_part($2, ' ', 1), split_part($2, ' ', 2), 9, now() - interval '1 day', 'gold', 'low', '', 'chat21', '{}', '{}',
         'met', true, now() - interval '1 hour'`,
      [projectId, madeUp],
    );
    const broken = [met, overdue, other, third, fourth, cancelled, madeUp];
    expect(new Set(broken).size).toBe(7);
    expect(await reportsOf(personas)).not.toEqual(before);

    const found = await compare(personas);
    expect(found.differences.map(({ metric }) => metric).filter((metric) => metric !== 'clocks.count')).toEqual([]);
    expect(found.differences.flatMap(({ records }) => records).sort()).toEqual(broken.toSorted());
    expect(await reportsOf(personas)).not.toEqual(before);

    expect((await compare(personas, { ...window, repair: true })).repaired).toBe(broken.length);
    expect(await reportsOf(personas)).toEqual(before);
    expect((await compare(personas)).differencesCount).toBe(0);
  });

  it('that are newer than the records, or of a deleted request, are none', async () => {
    const personas = await project();
    const { history, clocks } = histories.get(personas.projectId) ?? { history: new History(''), clocks: [] };
    const published = history.events.length;
    const [one, other] = [...history.conversations.values()];
    if (!one || !other) throw new Error('there are too few requests');
    // The records are those of before.
    live(history, [...clocks], one, 'resolution', { state: 'met', cycle: 5 });
    await publish(history, published, new Date().toISOString());
    const last = history.events.length;
    history.delete(other);
    clocks.splice(0, clocks.length, ...clocks.filter(({ request }) => request !== other.request._id));
    await publish(history, last);
    expect((await compare(personas)).differences).toEqual([]);
  });
});

import {
  averageFiguresApi,
  conversationFiguresApi,
  type DomainEvent,
  eventEmitted,
  projectDeleted,
  teammateJoined,
  teammateRemoved,
  trafficFiguresApi,
} from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { amountOf, anonymous, type Personas, personasOf } from '@parley/testkit';

import { type Analytics, startTestAnalytics } from './analytics-harness.ts';
import { envelopeOf, History, outgoing } from './history.ts';
import { seeded } from './random.ts';
import { randomHistory } from './random-history.ts';
import { mean, median, nineInTen, undated } from './recount.ts';

const dayMs = 86_400_000;
let service: Analytics;

beforeAll(async () => {
  service = await startTestAnalytics(undefined, { env: { RATE_LIMIT_FACTOR: '1000' } });
});
afterAll(() => service?.stop());

async function publish(history: History): Promise<void> {
  for (const event of history.events) await service.bus.publish([outgoing(event)], () => undefined);
  await service.settled();
}

async function publishEvent(projectId: string, subject: string, event: DomainEvent, version = 0): Promise<void> {
  const envelope = envelopeOf(event, { projectId, subject, version });
  await service.bus.publish([outgoing(envelope)], () => undefined);
}

type Row = Record<string, unknown>;

/** The answer of a path below `/analytics`. */
async function rowsOf({ grace, projectId }: Personas, path: string, query = {}): Promise<Row[]> {
  const url = `/v3/${projectId}/analytics/${path}?${new URLSearchParams(query)}`;
  const { status, body } = await service.send(grace, { method: 'get', url });
  expect([path, status]).toEqual([path, 200]);
  return Array.isArray(body) ? body.map((row) => undated(row) as Row) : (body as unknown as Row[]);
}

const sumOf = (rows: readonly Row[], name = 'count') => rows.reduce((sum, row) => sum + Number(row[name]), 0);
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

describe.each(['UTC', 'Asia/Kathmandu', 'America/St_Johns'])('for whole weeks in %s', (tz) => {
  const personas = personasOf();
  const now = Date.now();
  const sunday = now - (new Date(now).getUTCDay() + 42) * dayMs;
  const range = { tz, start_date: dateOf(sunday), end_date: dateOf(sunday + 49 * dayMs - 1) };
  beforeAll(() => publish(randomHistory(personas.projectId, 500, seeded(tz.length), now)));

  it.each([
    'requests/aggregate/day',
    'requests/aggregate/week',
    'requests/aggregate/month',
    'requests/aggregate/hours',
    'requests/aggregate/dayoftheweek/hours',
    'requests/aggregate/status',
    'requests/aggregate/status/day',
    'requests/aggregate/hasBot/day',
  ])('%s adds up to the total', async (path) => {
    const [total] = await rowsOf(personas, 'requests/count', range);
    expect(total?.totalCount).toBeGreaterThan(50);
    expect(sumOf(await rowsOf(personas, path, range))).toBe(total?.totalCount);
  });

  it('what was received and what was sent are all messages, of each day, week and month', async () => {
    const [total] = await rowsOf(personas, 'messages/count', range);
    const { totalCount, received, sent } = total ?? {};
    expect([Number(received) > 0, Number(sent) > 0]).toEqual([true, true]);
    expect(Number(received) + Number(sent)).toBe(totalCount);
    for (const group of ['day', 'week', 'month']) {
      const rows = await rowsOf(personas, `messages/aggregate/${group}`, range);
      const sums = ['count', 'received', 'sent'].map((name) => sumOf(rows, name));
      expect([group, ...sums]).toEqual([group, totalCount, received, sent]);
    }
    expect(sumOf(await rowsOf(personas, 'messages/aggregate/sender', range))).toBe(totalCount);
  });
});

const paths = [conversationFiguresApi, averageFiguresApi, trafficFiguresApi]
  .flatMap((api) => Object.values(api))
  .map(({ path }) => path.replace('/v3/:id_project/analytics/', ''))
  .filter((path) => !path.includes(':'));

describe('a project in which nothing has happened', () => {
  const personas = personasOf();

  it.each(paths)('has no rows: %s', async (path) => {
    expect(await rowsOf(personas, path)).toEqual([]);
  });

  it('has no tags, of no days', async () => {
    expect(await rowsOf(personas, 'tags/conversation-tag')).toEqual({ dates: [], series: [] });
  });

  /** The number of rows of a path with `fill`; none where groups are known by their content. */
  const gridOf = (path: string): number => {
    if (/sender|department|participant|^events/.test(path)) return 0;
    if (path.includes('status/day')) return 4 * 30;
    if (path.includes('hasBot/day')) return 2 * 30;
    if (path.endsWith('/dayoftheweek/hours')) return 7 * 24;
    if (path.endsWith('/hours')) return 24;
    if (path.endsWith('/status')) return 4;
    if (path.endsWith('/month')) return 13;
    if (path.endsWith('/day')) return 30;
    return 1;
  };

  it.each(paths.filter((path) => !path.endsWith('/week')))(
    'is shown as a whole grid, if asked for: %s',
    async (path) => {
      const rows = await rowsOf(personas, path, { fill: 'zero' });
      expect(new Set(rows.map(({ _id }) => JSON.stringify(_id))).size).toBe(gridOf(path));
      expect(rows).toHaveLength(gridOf(path));
      const values = rows.flatMap(({ _id, ...members }) => Object.entries(members));
      for (const [name, value] of values)
        expect([name, value]).toEqual([name, /avg|me(di)?an$|p90$/.test(name) ? null : 0]);
    },
  );

  it.each(paths.filter((path) => path.endsWith('/week')))('has every week of its year: %s', async (path) => {
    const range = { fill: 'zero', start_date: '2025-12-28', end_date: '2026-01-17' };
    const weeks = (await rowsOf(personas, path, range)).map(({ _id, count }) => [_id, count]);
    expect(weeks).toEqual([
      [{ year: 2025, month: 12, week: 52 }, 0],
      [{ year: 2026, month: 1, week: 0 }, 0],
      [{ year: 2026, month: 1, week: 1 }, 0],
      [{ year: 2026, month: 1, week: 2 }, 0],
    ]);
  });
});

it('gives null, not 0, for conversations without waiting time, duration or rating', async () => {
  const personas = personasOf();
  const history = new History(personas.projectId);
  history.create();
  await publish(history);
  const _id = personas.projectId;
  expect(await rowsOf(personas, 'requests/waiting')).toEqual([{ _id, waiting_time_avg: null }]);
  expect(await rowsOf(personas, 'requests/satisfaction')).toEqual([{ _id, satisfaction_avg: null, count: 0 }]);
  const durations = { duration_avg: null, duration_median: null, duration_p90: null, duration_mean: null, count: 0 };
  expect(await rowsOf(personas, 'requests/duration')).toEqual([{ _id, ...durations }]);
  const [day] = await rowsOf(personas, 'requests/waiting/day');
  expect(day).toHaveProperty('waiting_time_avg', null);
});

describe('averages', () => {
  const sets = [[7], [5, 8], [1, 2, 9], [1, 2, 3, 10], [4, 4, 4, 4], [0, 0, dayMs]];

  it('give the exact median, 90th percentile and mean, of however many values', async () => {
    const histories = sets.map((durations) => {
      const personas = personasOf();
      const history = new History(personas.projectId);
      for (const [place, duration] of durations.entries()) {
        const createdAt = new Date(Date.now() - ((place * 5) % 29) * dayMs - 60_000);
        const conversation = history.create({
          createdAt: createdAt.toISOString(),
          waiting_time: duration,
          rating: place % 6,
        });
        history.close(conversation, new Date(createdAt.getTime() + duration));
      }
      return { personas, history, durations };
    });
    for (const { history } of histories) await publish(history);
    for (const when of ['before', 'after']) {
      if (when === 'after') await service.runJob('foldRollups');
      for (const { personas, durations } of histories) {
        const _id = personas.projectId;
        const [middle, average] = [median(durations), mean(durations)];
        const lasted = {
          ...{ duration_avg: middle, duration_median: middle },
          ...{ duration_p90: nineInTen(durations), duration_mean: average },
        };
        expect(await rowsOf(personas, 'requests/duration')).toEqual([{ _id, ...lasted, count: durations.length }]);
        expect(await rowsOf(personas, 'requests/waiting')).toEqual([{ _id, waiting_time_avg: average }]);
      }
    }
  });

  it('give the exact median, 90th percentile and mean of random sets, a day for each', async () => {
    const random = seeded(11);
    const personas = personasOf();
    const history = new History(personas.projectId);
    const first = Date.parse('2024-01-01T00:00:00Z');
    const days = amountOf({ quick: 200, soak: 1_000 });
    const drawn = Array.from({ length: days }, (_, day) => {
      const durations = Array.from({ length: Math.ceil(random() * 5) }, () => Math.floor(random() ** 6 * 10 * dayMs));
      for (const duration of durations) {
        const at = first + day * dayMs + Math.floor(random() * dayMs);
        const [createdAt, closed_at] = [at, at + duration].map((time) => new Date(time).toISOString());
        history.create({ createdAt, closed_at, status: 1000, participants: ['ada'] });
      }
      const [middle, average] = [median(durations), mean(durations)];
      const lasted = {
        ...{ duration_avg: middle, duration_median: middle },
        ...{ duration_p90: nineInTen(durations), duration_mean: average },
      };
      return { at: first + day * dayMs, lasted, count: durations.length };
    });
    await publish(history);
    const range = { start_date: '2024-01-01', end_date: dateOf(first + (days - 1) * dayMs), direction: '1' };
    const expected = drawn.map(({ at, lasted, count }) => {
      const day = new Date(at);
      const _id = { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() };
      return { _id, ...lasted, count };
    });
    // From deltas, from rollups, and from participations.
    expect(await rowsOf(personas, 'requests/duration/day', range)).toEqual(expected);
    await service.runJob('foldRollups');
    expect(await rowsOf(personas, 'requests/duration/day', range)).toEqual(expected);
    expect(await rowsOf(personas, 'requests/duration/day', { ...range, participant: 'ada' })).toEqual(expected);
  }, 180_000);

  it('of months are those of their days, weighted by the conversations that count', async () => {
    const personas = personasOf();
    const history = new History(personas.projectId);
    for (const [place, day] of ['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02'].entries()) {
      history.create({ createdAt: `${day}T10:00:00.000Z`, waiting_time: 1_000 * (place + 1), rating: place });
    }
    await publish(history);
    const range = { start_date: '2026-01-01', end_date: '2026-02-28' };
    const months = [
      { year: 2026, month: 2 },
      { year: 2026, month: 1 },
    ];
    expect(await rowsOf(personas, 'requests/waiting/month', range)).toEqual([
      { _id: months[0], waiting_time_avg: 3_500 },
      { _id: months[1], waiting_time_avg: 1_500 },
    ]);
    expect(await rowsOf(personas, 'requests/satisfaction/month', range)).toEqual([
      { _id: months[0], satisfaction_avg: 2.5, count: 2 },
      { _id: months[1], satisfaction_avg: 0.5, count: 2 },
    ]);
    const days = (await rowsOf(personas, 'requests/waiting/day', range)).map(({ _id }) => _id);
    expect(days).toEqual([
      { year: 2026, month: 2, day: 2 },
      { year: 2026, month: 2, day: 1 },
      { year: 2026, month: 1, day: 31 },
      { year: 2026, month: 1, day: 30 },
    ]);
  });
});

it('counts visitors by day, without removed ones and without the team', async () => {
  const personas = personasOf();
  const { projectId } = personas;
  const came = (role: string, createdAt: string) => {
    const _id = newId();
    const teammate = {
      ...{ _id, id: _id, __v: 0, id_project: projectId, createdAt, updatedAt: createdAt, createdBy: 'vera' },
      ...{
        role,
        trashed: false,
        roleType: role === 'agent' ? 1 : 2,
        user_available: false,
        isAuthenticated: false,
        isBusy: false,
      },
      ...{ presence: { status: 'offline' }, attributes: {}, settings: {}, tags: [], status: 'active' },
    };
    return { teammate, subject: `project_user/${_id}` };
  };
  const [vera, viktor, viola, linus] = [
    came('guest', '2026-03-31T23:59:59.999Z'),
    came('user', '2026-04-01T00:00:00.000Z'),
    came('guest', '2026-04-02T12:00:00.000Z'),
    came('agent', '2026-04-02T12:00:00.000Z'),
  ];
  for (const { teammate, subject } of [vera, viktor, viola, linus]) {
    await publishEvent(projectId, subject, teammateJoined({ teammate, origin: 'anonymous' }));
  }
  await publishEvent(projectId, viola.subject, teammateRemoved({ teammate: viola.teammate, deleteType: 'hard' }), 1);
  await service.settled();

  const range = { start_date: '2026-03-01', end_date: '2026-04-30' };
  expect(await rowsOf(personas, 'project_users/count', range)).toEqual([{ totalCount: 2 }]);
  expect(await rowsOf(personas, 'project_users/aggregate/day', range)).toEqual([
    { _id: { year: 2026, month: 3, day: 31 }, count: 1 },
    { _id: { year: 2026, month: 4, day: 1 }, count: 1 },
  ]);
  expect(await rowsOf(personas, 'project_users/aggregate/day', { ...range, tz: 'Asia/Kathmandu' })).toEqual([
    { _id: { year: 2026, month: 4, day: 1 }, count: 2 },
  ]);
  expect(await rowsOf(personas, 'project_users/aggregate/week', range)).toEqual([
    { _id: { year: 2026, month: 3, week: 13 }, count: 2 },
  ]);
  expect(await rowsOf(personas, 'project_users/aggregate/month', range)).toEqual([
    { _id: { year: 2026, month: 3 }, count: 1 },
    { _id: { year: 2026, month: 4 }, count: 1 },
  ]);
});

it('counts custom events by day and name; those of typing only when asked for', async () => {
  const personas = personasOf();
  const { projectId } = personas;
  const emitted = (name: string, createdAt: string) => {
    const _id = newId();
    const record = { _id, id: _id, __v: 0, id_project: projectId, createdAt, updatedAt: createdAt };
    const event = { ...record, name, attributes: {}, status: 'stardard' as const, createdBy: 'vera' };
    return publishEvent(projectId, `event/${_id}`, eventEmitted({ event }));
  };
  for (const name of ['bought', 'bought', '*', 'typing.start']) await emitted(name, '2026-05-01T10:00:00.000Z');
  await emitted('bought', '2026-05-03T10:00:00.000Z');
  await service.settled();

  const range = { start_date: '2026-05-01', end_date: '2026-05-03' };
  const on = (day: number, name: string) => ({ year: 2026, month: 5, day, name });
  expect(await rowsOf(personas, 'events/aggregate/day', range)).toEqual([
    { _id: on(1, '*'), count: 1 },
    { _id: on(1, 'bought'), count: 2 },
    { _id: on(3, 'bought'), count: 1 },
  ]);
  expect(await rowsOf(personas, 'events/aggregate/day', { ...range, name: 'typing.start' })).toEqual([
    { _id: on(1, 'typing.start'), count: 1 },
  ]);
  const filled = await rowsOf(personas, 'events/aggregate/day', { ...range, name: 'bought', fill: 'zero' });
  expect(filled.map(({ count }) => count)).toEqual([2, 0, 1]);
});

it('shows the current waiting time publicly, and for a project that has ended the same as for none', async () => {
  const [personas, ended] = [personasOf(), personasOf()];
  const current = async (projectId: string) =>
    (await service.send(anonymous, { method: 'get', url: `/v3/${projectId}/publicanalytics/waiting/current` })).body;
  for (const { projectId } of [personas, ended]) {
    const history = new History(projectId);
    history.create({ waiting_time: 2_000 });
    history.create({ waiting_time: 4_000 });
    history.create({ waiting_time: 9_000, createdAt: new Date(Date.now() - dayMs / 4).toISOString() });
    await publish(history);
  }
  const at = new Date().toISOString();
  const project = {
    ...{ _id: ended.projectId, id: ended.projectId, __v: 1, createdBy: 'ada', createdAt: at, updatedAt: at },
    ...{ name: 'Shop', status: 0, activeOperatingHours: false, settings: {}, widget: {}, attributes: {}, channels: [] },
    ...{ profile: { name: 'free', type: 'free' }, trialExpired: false, trialDaysLeft: 0, isActiveSubscription: true },
  };
  await publishEvent(ended.projectId, `project/${ended.projectId}`, projectDeleted({ project }), 1);
  await service.settled();

  expect(await current(personas.projectId)).toEqual([{ _id: personas.projectId, waiting_time_avg: 3_000 }]);
  expect([await current(ended.projectId), await current(newId())]).toEqual([[], []]);
});

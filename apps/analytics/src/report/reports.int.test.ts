import {
  type RequestInEvent,
  requestSlaBreached,
  requestSlaEnded,
  type SlaClockView,
  slaMetrics,
} from '@parley/contracts';
import { createMemoryBus } from '@parley/service-kit/bus';
import { type Personas, personasOf } from '@parley/testkit';

import { type Analytics, startTestAnalytics } from '../../test/analytics-harness.ts';
import { type Conversation, History, outgoing, type Random } from '../../test/history.ts';
import { seeded } from '../../test/random.ts';
import { counted, localParts, mean, nineInTen, Recount } from '../../test/recount.ts';

const dayMs = 86_400_000;
const now = Date.now();
const departments = ['64b000000000000000000001', '64b000000000000000000002'];
const channels = ['chat21', 'email', '*'];
const agents = ['ada', 'linus'];
const tags = ['billing', 'vip', 'late'];
const policies = ['gold', 'basic'];
const surveys = ['after', 'urgent'];

/** A clock as the last of its events has it. */
interface ToldClock {
  request: RequestInEvent;
  clock: SlaClockView;
  policy: string;
  agents: string[];
  elapsed: number | null;
}

/** Random service levels, surveys and ratings of the last weeks, and what they come to. */
function randomReports(projectId: string, operations: number, random: Random) {
  const history = new History(projectId);
  const clocks = new Map<string, ToldClock>();
  const any = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const moment = () => new Date(now - Math.floor(random() * 40 * dayMs)).toISOString();
  const change = (one: Conversation, changes: Partial<RequestInEvent>) => history.change(one, changes);

  const clockOf = ({ request }: Conversation): [string, SlaClockView] => {
    const [metric, cycle] = [any(slaMetrics), 1 + Math.floor(random() * 3)];
    const known = clocks.get(`${request._id} ${metric} ${cycle}`)?.clock;
    const clock = known ?? { metric, cycle, state: 'running', target: 60_000, started_at: moment() };
    return [`${request._id} ${metric} ${cycle}`, clock];
  };
  const steps: ((one: Conversation) => void)[] = [
    (one) => change(one, { department: { _id: any(departments), hasBot: false } }),
    (one) => change(one, { priority: any(['low', 'normal', 'urgent'] as const) }),
    (one) => change(one, { participants: [...agents, 'bot_robby'].filter(() => random() < 0.4) }),
    (one) =>
      change(one, {
        tags: tags
          .filter(() => random() < 0.4)
          .map((tag) => ({ _id: '64b000000000000000000009', tag, color: '#f00', createdAt: moment() })),
      }),
    (one) => change(one, { sla: { policy: { _id: any(policies), name: 'Name' }, breached: [], clocks: [] } }),
    (one) => change(one, { rating: Math.floor(random() * 6) }),
    (one) => change(one, { survey: { _id: any(surveys), asked_at: moment(), expires_at: moment() } }),
    (one) => {
      const { survey } = one.request;
      if (survey) change(one, { survey: { ...survey, answered_at: moment() }, rating: 1 + Math.floor(random() * 5) });
    },
    (one) => {
      const [key, clock] = clockOf(one);
      // A breach comes once, and before the end.
      if (clock.breached_at !== undefined || clock.state !== 'running') return;
      const policy = any(policies);
      const breached = { ...clock, breached_at: clock.started_at };
      clocks.set(key, { request: one.request, clock: breached, policy, agents: [], elapsed: null });
      const data = { request: one.request, clock: breached, policy: { _id: policy, name: 'Name' }, late: 0 };
      history.tell(requestSlaBreached(data), one);
    },
    (one) => {
      const [key, clock] = clockOf(one);
      if (clock.state !== 'running') return;
      const state = any(['met', 'met', 'cancelled'] as const);
      const [policy, counted] = [any(policies), Math.floor(random() * 1_000_000)];
      const ended = { ...clock, state, ended_at: moment() };
      const who = agents.filter(() => random() < 0.5);
      const elapsed = state === 'met' ? counted : null;
      clocks.set(key, { request: one.request, clock: ended, policy, agents: who, elapsed });
      const data = { request: one.request, clock: ended, policy: { _id: policy, name: 'Name' } };
      history.tell(requestSlaEnded({ ...data, counted, agents: who }), one);
    },
  ];
  for (let done = 0; done < operations; done++) {
    const all = [...history.conversations.values()];
    if (all.length === 0 || random() < 0.08) history.create({ createdAt: moment(), channel: { name: any(channels) } });
    else if (random() < 0.01) {
      const gone = any(all);
      history.delete(gone);
      for (const [key, { request }] of clocks) if (request._id === gone.request._id) clocks.delete(key);
    } else any(steps)(any(all));
  }
  return { history, clocks: [...clocks.values()] };
}

let service: Analytics;
let personas: Personas;
let reports: ReturnType<typeof randomReports>;

beforeAll(async () => {
  // Each event twice, shuffled as far as the bus may reorder.
  const bus = createMemoryBus({ shuffle: { seed: 11, spreadMs: 40 } });
  service = await startTestAnalytics(undefined, { bus });
  personas = personasOf();
  reports = randomReports(personas.projectId, 5_000, seeded(31));
  const { events } = reports.history;
  for (const event of events) await bus.publish([outgoing(event)], () => undefined);
  for (const event of events.filter(({ type }) => type.startsWith('request.sla_')))
    await bus.publish([outgoing({ ...event, id: `${event.id}-again` })], () => undefined);
  await service.settled();
}, 120_000);
afterAll(() => service?.stop());

const ask = () => service.as(personas.grace);
const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort();
const dayOf = (time: string, tz: string) => {
  const { year, month, day } = localParts(Date.parse(time), tz);
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
};

type KeysOf<Item> = Record<string, (item: Item, tz: string) => readonly (string | null)[]>;

/** Rows by group, of items that each have any number of its keys. */
function grouped<Item>(items: readonly Item[], group: string | undefined, keys: KeysOf<Item>, tz: string) {
  if (group === undefined) return items.length === 0 ? [] : [{ _id: {}, items }];
  const each = items.flatMap((item) => (keys[group]?.(item, tz) ?? []).map((part) => ({ part, item })));
  return counted(each, ({ part }) => ({ [group]: part })).map(({ _id, items: found }) => ({
    ...{ _id, items: found.map(({ item }) => item) },
  }));
}

const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
const filters: Record<string, string>[] = [
  {},
  { department_id: departments[0] ?? '' },
  { channel: '*' },
  { participant: 'linus' },
];

describe.each([undefined, 'policy', 'metric', 'priority', 'department', 'agent', 'channel', 'tag', 'day'])(
  'the report on service levels by %s',
  (group) => {
    it.each(filters)('is that of a plain recount: %j', async (filter) => {
      for (const tz of ['UTC', 'Asia/Kathmandu']) {
        const window = new Recount({ conversations: new Map() } as History, now);
        const within = reports.clocks
          .filter(({ clock }) => window.isWithin(clock.started_at, tz, 'days', 30))
          .filter(({ request }) => !filter.department_id || request.department?._id === filter.department_id)
          .filter(({ request }) => !filter.channel || request.channel.name === filter.channel)
          .filter((one) => !filter.participant || one.agents.includes(filter.participant));
        const keys: KeysOf<ToldClock> = {
          ...{ policy: ({ policy }) => [policy], metric: ({ clock }) => [clock.metric] },
          priority: ({ request }) => [request.priority],
          department: ({ request }) => [request.department?._id ?? null],
          agent: (one) => one.agents,
          channel: ({ request }) => [request.channel.name],
          tag: ({ request }) => request.tags.map(({ tag }) => tag),
          day: ({ clock }) => [dayOf(clock.started_at, tz)],
        };
        const expected = grouped(within, group, keys, tz).flatMap(({ _id, items }) =>
          slaMetrics.flatMap((metric) => {
            const own = items.filter(({ clock }) => clock.metric === metric);
            if (own.length === 0) return [];
            const breached = own.filter(({ clock }) => clock.breached_at !== undefined).length;
            const inTime = (state: string) =>
              own.filter(({ clock }) => clock.state === state && clock.breached_at === undefined).length;
            const elapsed = own.flatMap((one) => one.elapsed ?? []);
            const sums = { started: own.length, met: inTime('met'), breached, cancelled: inTime('cancelled') };
            return [
              {
                ...{ _id, metric, ...sums, met_share: share(sums.met, sums.met + breached) },
                ...{ elapsed_avg: mean(elapsed), elapsed_p90: nineInTen(elapsed) },
              },
            ];
          }),
        );
        const { status, body } = await ask().getSlaReport({ tz, ...filter, ...(group && { group }) } as never);
        expect([status, rounded(body)]).toEqual([200, rounded(expected)]);
        if (group === 'day') expect(body.map(({ _id }) => _id.day)).toEqual(body.map(({ _id }) => _id.day).toSorted());
      }
    });
  },
);

/** Means differ in the last digits by the order of their sums. */
function rounded(rows: readonly object[]): string[] {
  return sorted(
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row)
          .map(([name, value]) => [name, typeof value === 'number' ? Number(value.toPrecision(12)) : value])
          .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
      ),
    ),
  );
}

describe.each([undefined, 'policy', 'priority', 'department', 'agent', 'channel', 'tag', 'survey', 'day'])(
  'the report on satisfaction by %s',
  (group) => {
    it.each(filters)('is that of a plain recount: %j', async (filter) => {
      for (const tz of ['UTC', 'Asia/Kathmandu']) {
        const within = new Recount(reports.history, now)
          .conversations({ tz, ...filter }, 'days')
          .filter(({ rating, survey }) => survey !== undefined || (group !== 'survey' && rating !== undefined));
        const keys: KeysOf<RequestInEvent> = {
          policy: ({ sla }) => [sla?.policy?._id ?? null],
          priority: ({ priority }) => [priority],
          department: ({ department }) => [department?._id ?? null],
          agent: ({ participants }) => participants.filter((one) => !one.startsWith('bot_')),
          ...{ channel: ({ channel }) => [channel.name], survey: ({ survey }) => (survey ? [survey._id] : []) },
          tag: (request) => request.tags.map(({ tag }) => tag),
          day: ({ createdAt }) => [dayOf(createdAt, tz)],
        };
        const expected = grouped(within, group, keys, tz).map(({ _id, items }) => {
          const asked = items.filter(({ survey }) => survey).length;
          const answered = items.filter(({ survey }) => survey?.answered_at).length;
          const ratings = items.flatMap(({ rating }) => rating ?? []);
          const scores = Object.fromEntries(
            [0, 1, 2, 3, 4, 5].map((score) => [score, ratings.filter((rating) => rating === score).length]),
          );
          return {
            ...{ _id, asked, answered, response_rate: share(answered, asked), count: ratings.length },
            ...{ satisfaction_avg: mean(ratings), scores },
            positive: share(ratings.filter((rating) => rating >= 4).length, ratings.length),
          };
        });
        const { status, body } = await ask().getSatisfactionReport({ tz, ...filter, ...(group && { group }) } as never);
        expect([status, rounded(body)]).toEqual([200, rounded(expected)]);
      }
    });
  },
);

it('counts as many ratings as the figures of satisfaction do', async () => {
  const day = { start_date: '2026-01-01', end_date: new Date(now + dayMs).toISOString().slice(0, 10) };
  const [report] = (await ask().getSatisfactionReport(day)).body;
  const [figures] = (await ask().getSatisfaction(day)).body;
  expect(report?.count).toBeGreaterThan(20);
  expect([report?.count, report?.satisfaction_avg]).toEqual([figures?.count, figures?.satisfaction_avg]);
});

it('comes as a file with the columns that it has', async () => {
  const lines = async (query: object) => {
    const answer = await service.send(personas.grace, {
      method: 'get',
      url: `/v3/${personas.projectId}/analytics/requests/satisfaction/report?${new URLSearchParams({ ...query, format: 'csv' })}`,
    });
    return String(answer.body).replace('\uFEFF', '').split('\r\n');
  };
  const numbers =
    'asked;answered;response_rate;count;satisfaction_avg;scores_0;scores_1;scores_2;scores_3;scores_4;scores_5';
  expect((await lines({}))[0]).toBe(`${numbers};positive`);
  expect((await lines({ group: 'agent' }))[0]).toBe(`agent;${numbers};positive`);
});

it('belongs to its project, and to admins', async () => {
  const other = personasOf();
  expect((await service.as(other.grace).getSlaReport({})).body).toEqual([]);
  expect((await service.as(other.grace).getSatisfactionReport({})).body).toEqual([]);
  expect((await service.as(personas.linus).getSlaReport({})).status).toBe(403);
  expect((await ask().getSatisfactionReport({ group: 'metric' } as never)).status).toBe(422);
});

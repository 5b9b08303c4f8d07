import type { RequestInEvent } from '@parley/contracts';
import { createMemoryBus } from '@parley/service-kit/bus';
import { amountOf, type Personas, personasOf } from '@parley/testkit';

import { type Analytics, startTestAnalytics } from './analytics-harness.ts';
import { type History, outgoing } from './history.ts';
import { seeded } from './random.ts';
import { agents, channels, departments, randomHistory } from './random-history.ts';
import {
  type Asked,
  counted,
  dayNumber,
  localParts,
  mean,
  median,
  nineInTen,
  Recount,
  undated,
  weekOf,
} from './recount.ts';

let service: Analytics;
let personas: Personas;
let history: History;
let recount: Recount;

const zones = ['UTC', 'Europe/Rome', 'Asia/Kathmandu', '-03:30'];
const filters: Asked[] = [
  {},
  { department_id: departments[0] ?? '' },
  { channel: channels[2] ?? '' },
  { department_id: departments[1] ?? '', channel: channels[0] ?? '' },
  { participant: agents[0] ?? '' },
  { participant: agents[2] ?? '', channel: channels[1] ?? '' },
  { participant: agents[1] ?? '', department_id: departments[0] ?? '' },
];
/** Each zone and each filter at least once, all of both in the soak run. */
const stride = amountOf({ quick: 3, soak: 1 });
const conversationCases = zones
  .flatMap((tz) => filters.map((filter): [string, Asked] => [`${tz} ${JSON.stringify(filter)}`, { tz, ...filter }]))
  .filter((_, index) => index % stride === 0);

beforeAll(async () => {
  // Each event twice, shuffled as far as the bus may reorder.
  const bus = createMemoryBus({ shuffle: { seed: 7, spreadMs: 40 } });
  service = await startTestAnalytics(undefined, { bus });
  personas = personasOf();
  const now = Date.now();
  history = randomHistory(personas.projectId, amountOf({ quick: 2_000, soak: 5_000 }), seeded(20), now);
  recount = new Recount(history, now);
  for (const event of history.events) await bus.publish([outgoing(event)], () => undefined);
  await service.settled();
}, 120_000);
afterAll(() => service?.stop());

const ask = () => service.as(personas.grace);
/** Rows of answers have a date, those of the recount have none. */
const sorted = (rows: readonly object[]) =>
  rows.map((row) => JSON.stringify('date' in row ? undated(row) : row)).sort();
const dayKey = (time: string, tz: string) => {
  const { year, month, day } = localParts(Date.parse(time), tz);
  return { year, month, day };
};
const countsBy = (requests: readonly RequestInEvent[], keyOf: (request: RequestInEvent) => Record<string, unknown>) =>
  counted(requests, keyOf).map(({ _id, items }) => ({ _id, count: items.length }));

describe.each(['before', 'after'])(
  'every figure of a history that was delivered twice and shuffled is that of a plain recount, %s the rollups',
  (when) => {
    beforeAll(async () => {
      if (when === 'after') await service.context.rollups.fold();
    });

    it.each(conversationCases)('conversations: %s', async (_title, asked) => {
      const tz = asked.tz ?? 'UTC';
      const rolling = recount.conversations(asked, 'rolling');
      const days = recount.conversations(asked, 'days');
      const at = ({ createdAt }: RequestInEvent) => Date.parse(createdAt);

      const answers = {
        count: (await ask().getConversationCount(asked)).body,
        bots: (await ask().getBotConversationCount(asked)).body,
        status: (await ask().getConversationsByStatus(asked)).body,
        day: (await ask().getConversationsByDay(asked)).body,
        hour: (await ask().getConversationsByHour(asked)).body,
        weekday: (await ask().getConversationsByWeekday(asked)).body,
        statusAndDay: (await ask().getConversationsByStatusAndDay(asked)).body,
        botAndDay: (await ask().getConversationsByBotAndDay(asked)).body,
      };
      const total = (requests: readonly RequestInEvent[]) =>
        requests.length > 0 ? [{ totalCount: requests.length }] : [];
      const expected = {
        count: total(rolling),
        bots: total(rolling.filter(({ hasBot }) => hasBot)),
        status: countsBy(rolling, ({ status }) => ({ status })),
        day: countsBy(days, (one) => dayKey(one.createdAt, tz)),
        hour: countsBy(days, (one) => ({ hour: localParts(at(one), tz).hour })),
        weekday: countsBy(days, (one) => ({
          hour: localParts(at(one), tz).hour,
          weekday: localParts(at(one), tz).weekday,
        })),
        statusAndDay: countsBy(days, (one) => ({ ...dayKey(one.createdAt, tz), status: one.status })),
        botAndDay: countsBy(days, (one) => ({ ...dayKey(one.createdAt, tz), hasBot: one.hasBot })),
      };
      for (const name of Object.keys(expected) as (keyof typeof expected)[]) {
        expect([name, ...sorted(answers[name] as object[])]).toEqual([name, ...sorted(expected[name])]);
      }
    });

    it.each(conversationCases)('averages: %s', async (_title, asked) => {
      const tz = asked.tz ?? 'UTC';
      const rolling = recount.conversations(asked, 'rolling');
      const lastDay = recount.conversations(asked, 'rolling', 1);
      const days = counted(recount.conversations(asked, 'days'), (one) => dayKey(one.createdAt, tz));
      const whole = (requests: readonly RequestInEvent[]) =>
        requests.length > 0 ? [{ _id: personas.projectId, items: requests }] : [];
      const by = <Id>(
        groups: readonly { _id: Id; items: readonly RequestInEvent[] }[],
        of: (requests: readonly RequestInEvent[]) => object,
      ) => groups.map(({ _id, items }) => ({ _id, ...of(items) }));

      expect((await ask().getWaitingTime(asked)).body).toEqual(by(whole(rolling), waiting));
      expect((await ask().getLastDayWaitingTime(asked)).body).toEqual(by(whole(lastDay), waiting));
      expect((await ask().getDuration(asked)).body).toEqual(by(whole(rolling), durations));
      expect((await ask().getSatisfaction(asked)).body).toEqual(by(whole(rolling), satisfaction));
      expect(sorted((await ask().getWaitingTimeByDay(asked)).body)).toEqual(sorted(by(days, waiting)));
      expect(sorted((await ask().getDurationByDay(asked)).body)).toEqual(sorted(by(days, durations)));
      expect(sorted((await ask().getSatisfactionByDay(asked)).body)).toEqual(sorted(by(days, satisfaction)));
    });

    it.each(conversationCases)('departments and participants, the largest first: %s', async (_title, asked) => {
      const days = recount.conversations(asked, 'days');
      const byDepartment = counted(days, ({ department }) => ({ department: department?._id ?? null }));
      const joined = days.flatMap((request) => request.participants.map((participant) => ({ participant, request })));
      const wanted = joined.filter(({ participant }) => !asked.participant || participant === asked.participant);
      const byParticipant = counted(wanted, ({ participant }) => ({ participant }));

      const departments = (await ask().getConversationsByDepartment(asked)).body;
      const participants = (await ask().getConversationsByParticipant(asked)).body;
      expect(sorted(departments)).toEqual(sorted(byDepartment.map(({ _id, items }) => ({ _id, ...compared(items) }))));
      expect(sorted(participants)).toEqual(
        sorted(
          byParticipant.map(({ _id, items }) => ({
            ...{ _id, kind: _id.participant === 'bot_robby' ? 'bot' : 'person' },
            ...compared(items.map(({ request }) => request)),
          })),
        ),
      );
      for (const rows of [departments, participants]) {
        const counts = rows.map(({ count }) => count);
        expect(counts).toEqual(counts.toSorted((one, other) => other - one));
      }
      const turned = (await ask().getConversationsByDepartment({ ...asked, direction: '1' })).body;
      expect(turned).toEqual(departments.toReversed());
    });

    it.each(zones)('the last seven days, in their order, the last being today: %s', async (tz) => {
      const today = () => {
        const { year, month, day } = localParts(Date.now(), tz);
        return [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
      };
      // Midnight may pass meanwhile.
      const [before, grid, after] = [
        today(),
        (await ask().getConversationsByDay({ tz, lastdays: '7', fill: 'zero' })).body.map(({ date }) => date),
        today(),
      ];
      expect(grid).toHaveLength(7);
      expect([before, after]).toContain(grid.at(-1));
      const month = (await ask().getConversationsByDay({ tz, lastdays: '31' })).body.map(({ date }) => date);
      for (const dates of [grid, month]) expect(dates).toEqual(dates.toSorted());
    });

    it.each(zones)('weeks and months of a year: %s', async (tz) => {
      const query = { tz, start_date: '2026-01-01', end_date: '2026-12-31' };
      const year = recount
        .conversations({ tz }, 'days', 366)
        .filter(({ createdAt }) => dayNumber(Date.parse(createdAt), tz) > 0);
      const month = ({ createdAt }: RequestInEvent) => {
        const { day: _day, ...key } = dayKey(createdAt, tz);
        return key;
      };
      const months = counted(year, month);
      expect(sorted((await ask().getConversationsByWeek(query)).body)).toEqual(
        sorted(countsBy(year, ({ createdAt }) => weekOf(Date.parse(createdAt), tz))),
      );
      expect(sorted((await ask().getConversationsByMonth(query)).body)).toEqual(sorted(countsBy(year, month)));
      expect(sorted((await ask().getDurationByMonth(query)).body)).toEqual(
        sorted(months.map(({ _id, items }) => ({ _id, ...durations(items) }))),
      );
    });

    it.each([{}, { sender: agents[0] }, { channel: '*' }, { sender: agents[2], channel: 'email' }] as Asked[])(
      'messages: %j',
      async (filter) => {
        const names = recount.senderNames();
        for (const tz of zones) {
          const asked = { tz, ...filter };
          const { channel: _channel, ...countFilter } = asked;
          const split = (items: readonly { fromRequester: boolean }[]) => {
            const received = items.filter(({ fromRequester }) => fromRequester).length;
            return { received, sent: items.length - received };
          };
          const rolling = recount.messages(countFilter, 'rolling');
          expect((await ask().getMessageCount(countFilter)).body).toEqual(
            rolling.length > 0 ? [{ totalCount: rolling.length, ...split(rolling) }] : [],
          );
          const days = counted(recount.messages(asked, 'days'), ({ message }) => dayKey(message.createdAt, tz));
          expect(sorted((await ask().getMessagesByDay(asked)).body)).toEqual(
            sorted(days.map(({ _id, items }) => ({ _id, count: items.length, ...split(items) }))),
          );
          const senders = counted(recount.messages(asked, 'days'), ({ message }) => ({ sender: message.sender }));
          const most = await ask().getMessagesBySender(asked);
          const bySender = new Map(senders.map(({ _id, items }) => [_id.sender, items.length]));
          expect(most.body).toHaveLength(Math.min(200, senders.length));
          for (const { _id, count, kind, name } of most.body) {
            const isBot = _id.sender.startsWith('bot_');
            expect([count, kind]).toEqual([bySender.get(_id.sender), isBot ? 'bot' : 'person']);
            expect([_id.sender, name]).toEqual([_id.sender, names.get(_id.sender)]);
          }
        }
      },
    );

    it('messages of one request', async () => {
      const conversation = [...history.conversations.values()].find(
        ({ messages, request }) => messages.length > 2 && !request.draft,
      );
      const recipient = conversation?.request.request_id ?? '';
      const found = recount.messages({ recipient }, 'rolling');
      const { body } = await ask().getMessageCount({ recipient });
      expect(body[0]?.totalCount ?? 0).toBe(found.length);
    });

    it.each(zones)('tags: %s', async (tz) => {
      const week = recount.conversations({ tz }, 'days', 7);
      const { body } = await ask().getTagFigures({ tz, tag_type: 'conversation-tag' });
      const expected = counted(
        week.flatMap(({ tags, createdAt }) => tags.map(({ tag }) => ({ tag, createdAt }))),
        ({ tag }) => ({ tag }),
      );
      expect(body.dates).toHaveLength(7);
      expect(body.series.map(({ name, values }) => [name, values.reduce((sum, value) => sum + value, 0)])).toEqual(
        expected
          .map(({ _id, items }): [string, number] => [String(_id.tag), items.length])
          .sort(([one, some], [other, more]) => more - some || (one < other ? -1 : 1)),
      );
    });
  },
);

const present = (values: readonly (number | undefined)[]) => values.filter((value) => value !== undefined);

function waiting(requests: readonly RequestInEvent[]) {
  return { waiting_time_avg: mean(present(requests.map(({ waiting_time }) => waiting_time))) };
}

function satisfaction(requests: readonly RequestInEvent[]) {
  const ratings = present(requests.map(({ rating }) => rating));
  return { satisfaction_avg: mean(ratings), count: ratings.length };
}

function durations(requests: readonly RequestInEvent[]) {
  const values = requests.flatMap(({ status, closed_at, createdAt }) =>
    status === 1000 && closed_at ? [Date.parse(closed_at) - Date.parse(createdAt)] : [],
  );
  const middle = median(values);
  return {
    ...{ duration_avg: middle, duration_median: middle, duration_p90: nineInTen(values), duration_mean: mean(values) },
    count: values.length,
  };
}

function compared(requests: readonly RequestInEvent[]) {
  const { duration_median, duration_p90 } = durations(requests);
  return {
    ...{ count: requests.length, closed: requests.filter(({ status }) => status === 1000).length },
    ...{ ...waiting(requests), duration_median, duration_p90 },
    satisfaction_avg: satisfaction(requests).satisfaction_avg,
  };
}

import { z } from 'zod';

import { StoredId, Timestamp } from '../fields.ts';

const count = z.number().int().min(0);
/** Milliseconds or points, unrounded; null: there are conversations, but none to average. */
const average = z.number().nullable();

const DayKey = z.object({ year: z.number().int(), month: z.number().int(), day: z.number().int() });
const WeekKey = z.object({ year: z.number().int(), month: z.number().int(), week: z.number().int() });
const MonthKey = z.object({ year: z.number().int(), month: z.number().int() });
const HourKey = z.object({ hour: z.number().int() });
const groups = <Key extends z.ZodType>(key: Key) => z.array(z.object({ _id: key, count }));
/** ISO 8601, beside the keys that clients read: `2026-11-20`, of a week its first day, of a month `2026-11`. */
const dated = { date: z.string() };
const datedGroups = <Key extends z.ZodType>(key: Key) => z.array(z.object({ _id: key, count, ...dated }));

/** Every answer is a bare array; nothing in the window: an empty one. Source: contract 40 section 1.5. */
export const TotalView = z.array(z.object({ totalCount: count }));
export const CountsByStatusView = groups(z.object({ status: z.number().int() }));
export const CountsByDayView = datedGroups(DayKey);
export const CountsByWeekView = datedGroups(WeekKey);
export const CountsByMonthView = datedGroups(MonthKey);
export const CountsByHourView = groups(HourKey);
export const CountsByWeekdayView = groups(HourKey.extend({ weekday: z.number().int().min(1).max(7) }));
export const CountsByStatusAndDayView = datedGroups(DayKey.extend({ status: z.number().int() }));
export const CountsByBotAndDayView = datedGroups(DayKey.extend({ hasBot: z.boolean() }));

const averages = <Key extends z.ZodType, Members extends z.ZodRawShape>(key: Key, members: Members) =>
  z.array(z.object({ _id: key, ...members }));
const waiting = { waiting_time_avg: average };
/** `duration_avg` holds the median, under the name that clients read. */
const duration = {
  ...{ duration_avg: average, duration_median: average, duration_p90: average, duration_mean: average },
  count,
};
const satisfaction = { satisfaction_avg: average, count };
/** The whole project, by its id. */
const Whole = z.string();

export const WaitingTimeView = averages(Whole, waiting);
export const WaitingTimeByDayView = averages(DayKey, { ...waiting, ...dated });
export const WaitingTimeByMonthView = averages(MonthKey, { ...waiting, ...dated });
export const DurationView = averages(Whole, duration);
export const DurationByDayView = averages(DayKey, { ...duration, ...dated });
export const DurationByMonthView = averages(MonthKey, { ...duration, ...dated });
export const SatisfactionView = averages(Whole, satisfaction);
export const SatisfactionByDayView = averages(DayKey, { ...satisfaction, ...dated });
export const SatisfactionByMonthView = averages(MonthKey, { ...satisfaction, ...dated });

const compared = {
  ...{ count, closed: count, ...waiting },
  ...{ duration_median: average, duration_p90: average, satisfaction_avg: average },
};
/** Null: without a department. */
export const ComparedDepartmentsView = averages(z.object({ department: StoredId.nullable() }), compared);
export const ComparedParticipantsView = averages(z.object({ participant: z.string() }), {
  kind: z.enum(['person', 'bot']),
  ...compared,
});

/** Received from requesters, sent by teammates and bots. */
const split = { received: count, sent: count };
export const MessageTotalView = z.array(z.object({ totalCount: count, ...split }));
const messageGroups = <Key extends z.ZodType>(key: Key) => z.array(z.object({ _id: key, count, ...split, ...dated }));
export const MessagesByDayView = messageGroups(DayKey);
export const MessagesByWeekView = messageGroups(WeekKey);
export const MessagesByMonthView = messageGroups(MonthKey);
export const MessagesBySenderView = z.array(
  z.object({
    ...{ _id: z.object({ sender: z.string() }), count, kind: z.enum(['person', 'bot']) },
    name: z.string().optional(),
  }),
);

export const CustomEventsByDayView = datedGroups(DayKey.extend({ name: z.string() }));

/** Days of the window as `DD/MM/YYYY`; a value for each of them. */
export const TagFiguresView = z.object({
  dates: z.array(z.string()),
  series: z.array(z.object({ name: z.string(), values: z.array(count) })),
});

/** `records`: at most 20 `_id`s of those that differ. */
const Difference = z.object({
  metric: z.string(),
  key: z.record(z.string(), z.unknown()),
  stored: z.number(),
  raw: z.number(),
  records: z.array(z.string()),
});
export type ReconciliationDifference = z.output<typeof Difference>;

export const ReconciliationView = z.object({
  _id: StoredId,
  id: StoredId,
  id_project: StoredId,
  status: z.enum(['running', 'done', 'failed']),
  /** Of the raw records; absent until they are read. */
  asOf: Timestamp.optional(),
  from: Timestamp,
  to: Timestamp,
  repair: z.boolean(),
  checked: z.object({ requests: count, messages: count }),
  /** The first 1,000. */
  differences: z.array(Difference),
  differencesCount: count,
  repaired: count,
  startedAt: Timestamp,
  finishedAt: Timestamp.optional(),
});
export type ReconciliationView = z.output<typeof ReconciliationView>;

// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, CallCode, ReadCode, WriteCode } from './errors.ts';
import type { ComparedDepartmentsView, ComparedParticipantsView, ConversationFiguresQueryInput, CountsByBotAndDayView, CountsByDayView, CountsByHourView, CountsByMonthView, CountsByStatusAndDayView, CountsByStatusView, CountsByWeekView, CountsByWeekdayView, CustomEventFiguresQueryInput, CustomEventsByDayView, DurationByDayView, DurationByMonthView, DurationView, FiguresQueryInput, MessageCountQueryInput, MessageFiguresQueryInput, MessageTotalView, MessagesByDayView, MessagesByMonthView, MessagesBySenderView, MessagesByWeekView, ReconciliationView, SatisfactionByDayView, SatisfactionByMonthView, SatisfactionReportQueryInput, SatisfactionReportView, SatisfactionView, SenderFiguresQueryInput, SlaReportQueryInput, SlaReportView, TagFiguresQueryInput, TagFiguresView, TotalView, WaitingTimeByDayView, WaitingTimeByMonthView, WaitingTimeQueryInput, WaitingTimeView } from './types.ts';

export type GetCustomEventsByDayParams = { id_project?: string } & Omit<CustomEventFiguresQueryInput, 'format'>;

export type GetMessagesByDayParams = { id_project?: string } & Omit<MessageFiguresQueryInput, 'format'>;

export type GetMessagesByMonthParams = { id_project?: string } & Omit<MessageFiguresQueryInput, 'format'>;

export type GetMessagesBySenderParams = { id_project?: string } & Omit<SenderFiguresQueryInput, 'format'>;

export type GetMessagesByWeekParams = { id_project?: string } & Omit<MessageFiguresQueryInput, 'format'>;

export type GetMessageCountParams = { id_project?: string } & Omit<MessageCountQueryInput, 'format'>;

export type GetVisitorsByDayParams = { id_project?: string } & Omit<FiguresQueryInput, 'format'>;

export type GetVisitorsByMonthParams = { id_project?: string } & Omit<FiguresQueryInput, 'format'>;

export type GetVisitorsByWeekParams = { id_project?: string } & Omit<FiguresQueryInput, 'format'>;

export type GetVisitorCountParams = { id_project?: string } & Omit<FiguresQueryInput, 'format'>;

export type StartReconciliationParams = { id_project?: string } & {
  /** Time zone that decides the days: an IANA name or an offset such as `+05:45`. */
  tz?: string;
  /** Alias of `tz`. */
  timezone?: string;
  /** First day, `DD/MM/YYYY` or `YYYY-MM-DD`. */
  start_date?: string;
  /** Last day, inclusive. */
  end_date?: string;
  /** Correct what differs. False by default. */
  repair?: boolean | null;
};

export type GetReconciliationParams = { id_project?: string; run_id: string };

export type GetConversationsByDayParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetConversationsByWeekdayParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetConversationsByDepartmentParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetConversationsByBotAndDayParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetConversationsByHourParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetConversationsByMonthParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetConversationsByParticipantParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetConversationsByStatusParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetConversationsByStatusAndDayParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetConversationsByWeekParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetConversationCountParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetDurationParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetDurationByDayParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetDurationByMonthParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetBotConversationCountParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetSatisfactionParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetSatisfactionByDayParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetSatisfactionByMonthParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetSatisfactionReportParams = { id_project?: string } & Omit<SatisfactionReportQueryInput, 'format'>;

export type GetWaitingTimeParams = { id_project?: string } & Omit<WaitingTimeQueryInput, 'format'>;

export type GetWaitingTimeByDayParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetLastDayWaitingTimeParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetWaitingTimeByMonthParams = { id_project?: string } & Omit<ConversationFiguresQueryInput, 'format'>;

export type GetSlaReportParams = { id_project?: string } & Omit<SlaReportQueryInput, 'format'>;

export type GetTagFiguresParams = { id_project?: string; tag_type: string } & TagFiguresQueryInput;

export type GetPublicWaitingTimeParams = { id_project?: string };

/**
 * Custom events by day and name. Without `name`, all events except `typing.start`.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getCustomEventsByDay(parley);
 */
export const getCustomEventsByDay: Operation<GetCustomEventsByDayParams, CustomEventsByDayView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getCustomEventsByDay', 'GET analytics/events/aggregate/day');

/**
 * Messages received and sent, by day.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getMessagesByDay(parley);
 */
export const getMessagesByDay: Operation<GetMessagesByDayParams, MessagesByDayView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getMessagesByDay', 'GET analytics/messages/aggregate/day');

/**
 * Messages received and sent, by month.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getMessagesByMonth(parley);
 */
export const getMessagesByMonth: Operation<GetMessagesByMonthParams, MessagesByMonthView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getMessagesByMonth', 'GET analytics/messages/aggregate/month');

/**
 * List who wrote the most messages. At most 200 senders, those with the most messages first.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getMessagesBySender(parley);
 */
export const getMessagesBySender: Operation<GetMessagesBySenderParams, MessagesBySenderView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getMessagesBySender', 'GET analytics/messages/aggregate/sender');

/**
 * Messages received and sent, by week of a year.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getMessagesByWeek(parley);
 */
export const getMessagesByWeek: Operation<GetMessagesByWeekParams, MessagesByWeekView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getMessagesByWeek', 'GET analytics/messages/aggregate/week');

/**
 * Messages received and sent in the last 30 days.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getMessageCount(parley);
 */
export const getMessageCount: Operation<GetMessageCountParams, MessageTotalView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getMessageCount', 'GET analytics/messages/count');

/**
 * New visitors by day.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getVisitorsByDay(parley);
 */
export const getVisitorsByDay: Operation<GetVisitorsByDayParams, CountsByDayView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getVisitorsByDay', 'GET analytics/project_users/aggregate/day');

/**
 * New visitors by month.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getVisitorsByMonth(parley);
 */
export const getVisitorsByMonth: Operation<GetVisitorsByMonthParams, CountsByMonthView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getVisitorsByMonth', 'GET analytics/project_users/aggregate/month');

/**
 * New visitors by week of a year.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getVisitorsByWeek(parley);
 */
export const getVisitorsByWeek: Operation<GetVisitorsByWeekParams, CountsByWeekView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getVisitorsByWeek', 'GET analytics/project_users/aggregate/week');

/**
 * New visitors of the last 30 days.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getVisitorCount(parley);
 */
export const getVisitorCount: Operation<GetVisitorCountParams, TotalView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getVisitorCount', 'GET analytics/project_users/count');

/**
 * Compare the figures with the underlying records. By `createdAt`, at most 366 days, the last 30 by default. Returns when the run has finished, or after 10 s while it continues. `repair: true` corrects differing figures by the records.
 *
 * Minimum role: admin. Codes: `reconcile_running`. Limits: `tz` ≤ 500 characters, `timezone` ≤ 500 characters, `start_date` ≤ 500 characters, `end_date` ≤ 500 characters.
 *
 * @example await startReconciliation(parley, { start_date: '2026-11-01', end_date: '2026-11-30', tz: 'Europe/Rome', repair: false });
 */
export const startReconciliation: Operation<StartReconciliationParams, ReconciliationView, ReadCode | BodyCode | WriteCode | 'reconcile_running' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('startReconciliation', 'POST analytics/reconcile');

/**
 * Get a run; runs are kept for 30 days.
 *
 * Minimum role: admin. Codes: `run_not_found`.
 *
 * @example await getReconciliation(parley, { run_id });
 */
export const getReconciliation: Operation<GetReconciliationParams, ReconciliationView, ReadCode | 'run_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getReconciliation', 'GET analytics/reconcile/:run_id');

/**
 * Conversations by day.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getConversationsByDay(parley);
 */
export const getConversationsByDay: Operation<GetConversationsByDayParams, CountsByDayView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getConversationsByDay', 'GET analytics/requests/aggregate/day');

/**
 * Conversations by day of the week and hour. Day 1 is Sunday.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getConversationsByWeekday(parley);
 */
export const getConversationsByWeekday: Operation<GetConversationsByWeekdayParams, CountsByWeekdayView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getConversationsByWeekday', 'GET analytics/requests/aggregate/dayoftheweek/hours');

/**
 * Conversations, times and ratings by department. The largest first, 200 at most. Times are in milliseconds.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getConversationsByDepartment(parley);
 */
export const getConversationsByDepartment: Operation<GetConversationsByDepartmentParams, ComparedDepartmentsView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getConversationsByDepartment', 'GET analytics/requests/aggregate/department');

/**
 * Conversations by day, with a bot and without.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getConversationsByBotAndDay(parley);
 */
export const getConversationsByBotAndDay: Operation<GetConversationsByBotAndDayParams, CountsByBotAndDayView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getConversationsByBotAndDay', 'GET analytics/requests/aggregate/hasBot/day');

/**
 * Conversations by hour of the day.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getConversationsByHour(parley);
 */
export const getConversationsByHour: Operation<GetConversationsByHourParams, CountsByHourView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getConversationsByHour', 'GET analytics/requests/aggregate/hours');

/**
 * Conversations by month.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getConversationsByMonth(parley);
 */
export const getConversationsByMonth: Operation<GetConversationsByMonthParams, CountsByMonthView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getConversationsByMonth', 'GET analytics/requests/aggregate/month');

/**
 * Conversations, times and ratings by participant. The largest first, 200 at most. A conversation counts for each teammate and bot that takes part in it now. Times are in milliseconds.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getConversationsByParticipant(parley);
 */
export const getConversationsByParticipant: Operation<GetConversationsByParticipantParams, ComparedParticipantsView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getConversationsByParticipant', 'GET analytics/requests/aggregate/participant');

/**
 * Conversations of the last 30 days by current status.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getConversationsByStatus(parley);
 */
export const getConversationsByStatus: Operation<GetConversationsByStatusParams, CountsByStatusView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getConversationsByStatus', 'GET analytics/requests/aggregate/status');

/**
 * Conversations by day and status.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getConversationsByStatusAndDay(parley);
 */
export const getConversationsByStatusAndDay: Operation<GetConversationsByStatusAndDayParams, CountsByStatusAndDayView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getConversationsByStatusAndDay', 'GET analytics/requests/aggregate/status/day');

/**
 * Conversations by week of a year. Weeks begin on Sunday; week 1 holds the first Sunday, week 0 the days before it.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getConversationsByWeek(parley);
 */
export const getConversationsByWeek: Operation<GetConversationsByWeekParams, CountsByWeekView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getConversationsByWeek', 'GET analytics/requests/aggregate/week');

/**
 * Conversations of the last 30 days.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getConversationCount(parley);
 */
export const getConversationCount: Operation<GetConversationCountParams, TotalView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getConversationCount', 'GET analytics/requests/count');

/**
 * Median length of closed conversations, last 30 days. In milliseconds. `duration_avg` and `duration_median` are the median, `duration_mean` is the mean.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getDuration(parley);
 */
export const getDuration: Operation<GetDurationParams, DurationView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getDuration', 'GET analytics/requests/duration');

/**
 * Median length of closed conversations, by day.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getDurationByDay(parley);
 */
export const getDurationByDay: Operation<GetDurationByDayParams, DurationByDayView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getDurationByDay', 'GET analytics/requests/duration/day');

/**
 * Median length of closed conversations, by month.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getDurationByMonth(parley);
 */
export const getDurationByMonth: Operation<GetDurationByMonthParams, DurationByMonthView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getDurationByMonth', 'GET analytics/requests/duration/month');

/**
 * Conversations of the last 30 days that a bot handled.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getBotConversationCount(parley);
 */
export const getBotConversationCount: Operation<GetBotConversationCountParams, TotalView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getBotConversationCount', 'GET analytics/requests/hasBot/count');

/**
 * Mean rating, last 30 days.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getSatisfaction(parley);
 */
export const getSatisfaction: Operation<GetSatisfactionParams, SatisfactionView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getSatisfaction', 'GET analytics/requests/satisfaction');

/**
 * Mean rating, by day.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getSatisfactionByDay(parley);
 */
export const getSatisfactionByDay: Operation<GetSatisfactionByDayParams, SatisfactionByDayView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getSatisfactionByDay', 'GET analytics/requests/satisfaction/day');

/**
 * Mean rating, by month.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getSatisfactionByMonth(parley);
 */
export const getSatisfactionByMonth: Operation<GetSatisfactionByMonthParams, SatisfactionByMonthView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getSatisfactionByMonth', 'GET analytics/requests/satisfaction/month');

/**
 * Surveys and ratings, last 30 days. Conversations count in the period in which they began. `positive` is the share of ratings of 4 and 5.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getSatisfactionReport(parley);
 */
export const getSatisfactionReport: Operation<GetSatisfactionReportParams, SatisfactionReportView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getSatisfactionReport', 'GET analytics/requests/satisfaction/report');

/**
 * Mean time until an agent answered, last 30 days. In milliseconds. Bots do not stop the clock; conversations without an answer are not averaged.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getWaitingTime(parley);
 */
export const getWaitingTime: Operation<GetWaitingTimeParams, WaitingTimeView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getWaitingTime', 'GET analytics/requests/waiting');

/**
 * Mean time until an agent answered, by day.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getWaitingTimeByDay(parley);
 */
export const getWaitingTimeByDay: Operation<GetWaitingTimeByDayParams, WaitingTimeByDayView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getWaitingTimeByDay', 'GET analytics/requests/waiting/day');

/**
 * Mean time until an agent answered, last 24 hours.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getLastDayWaitingTime(parley);
 */
export const getLastDayWaitingTime: Operation<GetLastDayWaitingTimeParams, WaitingTimeView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getLastDayWaitingTime', 'GET analytics/requests/waiting/day/last');

/**
 * Mean time until an agent answered, by month.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getWaitingTimeByMonth(parley);
 */
export const getWaitingTimeByMonth: Operation<GetWaitingTimeByMonthParams, WaitingTimeByMonthView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getWaitingTimeByMonth', 'GET analytics/requests/waiting/month');

/**
 * How service levels were kept, last 30 days. Clocks count in the period in which they started, once they are breached or have ended. Times are milliseconds that counted.
 *
 * Minimum role: admin. Codes: `query_timeout`, `figures_not_ready`.
 *
 * @example await getSlaReport(parley);
 */
export const getSlaReport: Operation<GetSlaReportParams, SlaReportView, ReadCode | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getSlaReport', 'GET analytics/sla/report');

/**
 * Tags of the conversations of each day. The only type is `conversation-tag`. Covers the last 7 days and the 50 most frequent tags.
 *
 * Minimum role: admin. Codes: `unknown_tag_type`, `query_timeout`, `figures_not_ready`.
 *
 * @example await getTagFigures(parley, { tag_type });
 */
export const getTagFigures: Operation<GetTagFiguresParams, TagFiguresView, ReadCode | 'unknown_tag_type' | 'query_timeout' | 'figures_not_ready' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getTagFigures', 'GET analytics/tags/:tag_type');

/**
 * Mean time until an agent answered, last 4 hours. For widgets; at most 60 s old. An unknown, deleted or inactive project returns an empty list.
 *
 * Public. Codes: `query_timeout`.
 *
 * @example await getPublicWaitingTime(parley);
 */
export const getPublicWaitingTime: Operation<GetPublicWaitingTimeParams, WaitingTimeView, CallCode | 'query_timeout' | 'banned' | 'ip_not_allowed' | 'route_not_found'> =
  /* @__PURE__ */ operation('getPublicWaitingTime', 'GET publicanalytics/waiting/current');

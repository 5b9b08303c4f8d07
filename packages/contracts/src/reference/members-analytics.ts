import type { Descriptions, ScopedDescriptions } from '../openapi-types.ts';
import { requestStatusNames } from './numbers.ts';

/** The key of a group. */
const key: Descriptions = {
  year: 'Year, in the time zone of `tz`.',
  month: 'Month, 1 to 12; of a week, the month of its first day.',
  day: 'Day of the month.',
  week: 'Week of the year, 0 to 53. Weeks begin on Sunday; week 1 holds the first Sunday.',
  hour: 'Hour, 0 to 23, in the time zone of `tz`.',
  weekday: 'Day of the week: 1 is Sunday, 7 Saturday.',
  status: { text: 'Status of the requests.', numbers: requestStatusNames },
  hasBot: 'Whether a bot handled the conversations.',
  sender: 'Sender: a user id, guest id or `bot_<id>`.',
  name: 'Name of the custom event.',
  department: 'Id of the department. Null: conversations without one.',
  participant: 'Participant: a user id or `bot_<id>`.',
};

const grouped: Descriptions = {
  _id: 'What the row counts.',
  count: 'How many there were.',
  date: 'The group in ISO 8601: a day, the first day of a week, or a month such as `2026-11`.',
  kind: 'What the sender is: a person (a teammate or visitor) or a bot.',
};
const ofProject: Descriptions = { ...grouped, _id: 'Id of the project.' };

/** Views whose rows are groups, with the key in `_id`. */
const groupedViews = [
  ...['CountsByStatusView', 'CountsByDayView', 'CountsByWeekView', 'CountsByMonthView', 'CountsByHourView'],
  ...['CountsByWeekdayView', 'CountsByStatusAndDayView', 'CountsByBotAndDayView', 'CustomEventsByDayView'],
  ...['WaitingTimeByDayView', 'WaitingTimeByMonthView', 'DurationByDayView', 'DurationByMonthView'],
  ...['SatisfactionByDayView', 'SatisfactionByMonthView', 'MessagesByDayView', 'MessagesByWeekView'],
  ...['MessagesByMonthView'],
];

const averages: Descriptions = {
  waiting_time_avg:
    'Mean time from the first visitor message to the first agent message, in milliseconds. Null: nothing to average.',
  duration_avg: 'The **median** duration in milliseconds, under the name that existing clients read.',
  duration_median: 'Median duration in milliseconds. Null: nothing to average.',
  duration_p90: 'The duration in milliseconds that nine in ten did not exceed. Null: no conversation was closed.',
  duration_mean: 'Mean duration in milliseconds. Null: nothing to average.',
  satisfaction_avg: 'Mean rating, 0 to 5. Null: no conversation was rated.',
  closed: 'How many of them are closed now.',
  totalCount: 'How many there were.',
  received: 'Messages from requesters.',
  sent: 'Messages from teammates and bots.',
};

const report: Descriptions = {
  ...averages,
  _id: 'What the clocks or conversations of the row have in common, by `group`.',
};
const reportKey: Descriptions = {
  policy: 'Id of the policy; null: none.',
  agent: 'Who answered, or takes part: a user id.',
  metric: 'What was measured.',
  survey: 'Id of the survey.',
};

export const analyticsMembers: ScopedDescriptions = {
  _id: key,
  ...Object.fromEntries(groupedViews.map((view) => [view, { ...averages, ...grouped }])),
  'SlaReportView._id': reportKey,
  'SatisfactionReportView._id': reportKey,
  'SatisfactionReportView.scores': Object.fromEntries(
    [0, 1, 2, 3, 4, 5].map((score) => [score, `Ratings of ${score}.`]),
  ),
  SlaReportView: {
    ...report,
    metric: 'What was measured.',
    started: 'Clocks that started in the period.',
    met: 'Those that were met in time.',
    breached: 'Those that were breached, whether they were met later or not.',
    cancelled: 'Those that were cancelled before they were due.',
    met_share: 'Share of those met in time, of those met in time or breached. Null: there are none.',
    elapsed_avg: 'Mean of the milliseconds that counted until they were met. Null: none was.',
    elapsed_p90: 'Milliseconds that nine in ten did not exceed. Null: none was met.',
  },
  SatisfactionReportView: {
    ...report,
    asked: 'Conversations whose last closing was followed by a survey.',
    answered: 'Those of them that were answered.',
    response_rate: 'Share of the answered ones. Null: none was asked.',
    count: 'Conversations with a rating.',
    scores: 'Ratings by their score, rounded.',
    positive: 'Share of ratings of 4 and 5. Null: there are none.',
  },
  ComparedDepartmentsView: { ...averages, ...grouped },
  ComparedParticipantsView: {
    ...averages,
    ...grouped,
    kind: 'What the participant is: a person (a teammate) or a bot.',
  },
  MessagesBySenderView: {
    ...grouped,
    name: 'Name of the sender, as in their newest message. Absent once the person is erased.',
  },
  ...Object.fromEntries(
    ['WaitingTimeView', 'DurationView', 'SatisfactionView'].map((view) => [view, { ...averages, ...ofProject }]),
  ),
  TotalView: averages,
  MessageTotalView: averages,
  TagFiguresView: {
    dates: 'Days of the window, as `DD/MM/YYYY`.',
    series: 'One entry per tag.',
  },
  series: { name: 'Name of the tag.', values: 'One count for each of `dates`.' },
  ChainVerificationView: {
    valid: 'Whether nothing was found.',
    checked: 'Links that were read.',
    faults: 'What was found, at most 100.',
    head: 'The newest link.',
    next: 'Ask again after it; absent: that was all.',
  },
  ChainFaultView: { seq: 'Place in the chain.', activity: 'Id of the activity.', fault: 'What is wrong.' },
  ChainHeadView: { seq: 'Place in the chain.', hash: 'SHA-256, in hexadecimal digits.' },
  ActivityPageView: { activities: 'The activities of the page.' },
  ActivityView: {
    __v: 'Always 0: activities never change.',
    createdAt: 'When it happened, UTC.',
    actor: 'Who did it.',
    verb: 'What was done.',
    actionObj: 'Details of the action, such as the changed members.',
    target: 'What it was done to.',
    related: 'Another record that the action concerns, such as the teammate a request was given to.',
    message: 'English sentence, where there is one.',
  },
  actor: {
    type: 'Kind of actor.',
    id: 'User id, bot id, or `system`.',
    _id: 'The same value as `id`.',
    name: 'Name of the actor at that time.',
  },
  target: {
    type: 'Kind of record.',
    id: 'Id of the record.',
    object: 'The record after the change. A request is cut to what identifies it.',
  },
  related: {
    type: 'Kind of record.',
    id: 'Its id.',
    name: 'Its name.',
    role: 'Its part in the action.',
  },
  ReconciliationView: {
    status: 'State of the run.',
    asOf: 'Point in time of the raw records. Absent until they are read.',
    repair: 'Whether differing figures are corrected.',
    checked: 'Number of records compared.',
    differences: 'The first 1,000 differences.',
    differencesCount: 'Number of all differences.',
    repaired: 'Number of corrected figures.',
    startedAt: 'When the run began, UTC.',
  },
  checked: { requests: 'Requests compared.', messages: 'Messages compared.' },
  differences: {
    metric: 'Figure that differs.',
    key: 'Group in which it differs.',
    stored: 'Value as stored.',
    raw: 'Value computed from the records.',
    records: '`_id`s of at most 20 records that differ.',
  },
  startReconciliation: {
    start_date: 'First day, `DD/MM/YYYY` or `YYYY-MM-DD`.',
    end_date: 'Last day, inclusive.',
    tz: 'Time zone that decides the days: an IANA name or an offset such as `+05:45`.',
    timezone: 'Alias of `tz`.',
    repair: 'Correct what differs. False by default.',
  },
};

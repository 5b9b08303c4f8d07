import { z } from 'zod';

import { BooleanWord, FlagWord, Instant, isStorable, numberWord, oneOf, repeatable } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { type RequestStatus, requestStatuses } from './status.ts';

/** Names by which requests may be sorted, as on the wire. Ties are broken by `_id`. */
export const requestSortFields = [
  'createdAt',
  'updatedAt',
  'assigned_at',
  'closed_at',
  'first_response_at',
  'waiting_time',
  'duration',
  'rating',
  'priority',
  'status',
  'ticket_id',
  'last_message_at',
  'snooze_until',
  'due_at',
] as const;
export type RequestSortField = (typeof requestSortFields)[number];

/** The sortable dates: what `filterRangeField` may name. */
export const requestDateFields = ['createdAt', 'updatedAt', 'assigned_at', 'closed_at', 'first_response_at'] as const;
export type RequestDateField = (typeof requestDateFields)[number];

/** One value of a query: a repeated name is refused, because it would be unclear which one applies. */
const One = z.string().max(500).refine(isStorable, 'Must not contain U+0000 or lone surrogates');

/** `100,200` or `all`. `300` reads as 200 [client]. Parsed: the list. */
export const StatusList = One.transform((list, context): RequestStatus[] => {
  if (list.trim() === 'all') return [...requestStatuses];

  const words = list.split(',').map((word) => (word.trim() === '300' ? '200' : word.trim()));
  const found = words.map((word) => requestStatuses.find((status) => String(status) === word));
  if (found.includes(undefined)) {
    context.addIssue({ code: 'custom', message: `Must be all, or some of ${requestStatuses.join(', ')}` });
  }
  return found.filter((status) => status !== undefined);
});

/** A wall-clock time as sent; which instant it is depends on `timezone`. */
export interface LocalTime {
  year: number;
  /** 1 to 12. */
  month: number;
  day: number;
  /** Absent in a bare date. */
  time?: { hour: number; minute: number; second?: number };
}

const datePattern = /^(?:(\d{2})\/(\d{2})\/(\d{4})|(\d{4})\/(\d{2})\/(\d{2}))(?: (\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/** `31/01/2026`, `2026/01/31`, each with ` HH:mm` or ` HH:mm:ss`; nothing when it is no date of the calendar. */
export function parseLocalTime(value: string): LocalTime | undefined {
  const parts = datePattern.exec(value.trim());
  if (!parts) return undefined;

  const year = Number(parts[3] ?? parts[4]);
  const month = Number(parts[2] ?? parts[5]);
  const day = Number(parts[1] ?? parts[6]);
  const calendar = new Date(Date.UTC(year, month - 1, day));
  if (year < 1970 || calendar.getUTCMonth() !== month - 1 || calendar.getUTCDate() !== day) return undefined;
  if (parts[7] === undefined) return { year, month, day };

  const [hour, minute] = [Number(parts[7]), Number(parts[8])];
  const second = parts[9] === undefined ? undefined : Number(parts[9]);
  if (hour > 23 || minute > 59 || (second ?? 0) > 59) return undefined;
  return { year, month, day, time: { hour, minute, second } };
}

/** Kept as sent; `parseLocalTime` reads it. */
const LocalTimeText = One.refine(
  (value) => parseLocalTime(value) !== undefined,
  'Must be a date: DD/MM/YYYY or YYYY/MM/DD, with HH:mm[:ss] if wanted',
);

/** An IANA name of a time zone. */
export const TimeZone = One.refine((zone) => {
  try {
    return /^[A-Za-z]/.test(zone) && Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}, 'Must be an IANA time zone');

const range = {
  start_date: LocalTimeText.optional(),
  end_date: LocalTimeText.optional(),
  start_date_time: LocalTimeText.optional(),
  end_date_time: LocalTimeText.optional(),
  timezone: TimeZone.optional(),
  filterRangeField: oneOf(requestDateFields).optional(),
};

const words = (value: string): string[] =>
  value
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** How requests stand to their service levels: a running clock past its time, one with a time, a paused one, none of these. */
export const slaListStates = ['overdue', 'due', 'paused', 'none'] as const;

/** Every parameter of the lists of requests; names not listed here are ignored. Source: contract 20 section 3.3, contract 82 section 2. */
const ListRequestsMembers = z.object({
  ...pageQuery({ sortable: requestSortFields }),
  ...range,
  status: StatusList.optional(),
  preflight: BooleanWord.optional(),
  full_text: z.string().max(500).refine(isStorable, 'Must not contain U+0000 or lone surrogates').optional(),
  no_textscore: BooleanWord.optional(),
  ticket_id: One.regex(/^\d{1,18}$/, 'Must be a number').optional(),
  dept_id: One.optional(),
  lead: One.optional(),
  participant: One.optional(),
  hasBot: BooleanWord.optional(),
  hasbot: BooleanWord.optional(),
  tags: repeatable(One).optional(),
  channel: One.optional(),
  snap_lead_lead_id: One.optional(),
  snap_lead_email: One.optional(),
  requester_email: One.optional(),
  snap_department_routing: One.optional(),
  snap_department_default: BooleanWord.optional(),
  snap_department_id_bot: One.optional(),
  snap_department_id_bot_exists: BooleanWord.optional(),
  priority: oneOf(['low', 'normal', 'medium', 'hight', 'high', 'urgent']).optional(),
  smartAssignment: BooleanWord.optional(),
  phone: One.refine((phone) => /\d/.test(phone), 'Must contain digits').optional(),
  workingStatus: One.optional(),
  'workingStatus[ne]': One.optional(),
  'workingStatus[in]': One.transform(words).optional(),
  'workingStatus[nin]': One.transform(words).optional(),
  /** Minutes. */
  duration: numberWord({ min: 0, max: 100_000_000 }).optional(),
  duration_op: oneOf(['gt', 'lt']).optional(),
  rated: BooleanWord.optional(),
  abandoned: BooleanWord.optional(),
  draft: BooleanWord.optional(),
  snoozed: BooleanWord.optional(),
  sla_state: One.transform(words)
    .pipe(z.array(oneOf(slaListStates)).min(1))
    .optional(),
  sla_policy: One.optional(),
  due_before: Instant.optional(),
  due_after: Instant.optional(),
  /** Milliseconds. */
  due_within: numberWord({ integer: true, min: 0, max: 31_622_400_000 }).optional(),
  mine: BooleanWord.optional(),
  followed: oneOf(['me']).optional(),
  mentioned: oneOf(['me']).optional(),
  unread: BooleanWord.optional(),
  caller: One.optional(),
  called: One.optional(),
  call_id: One.optional(),
  no_populate: BooleanWord.optional(),
  no_count: BooleanWord.optional(),
  count_limit: numberWord({ integer: true, min: 1, max: 10_000 }).optional(),
  view: oneOf(['row']).optional(),
});

/** What is unread is known of the caller's own requests only: a list of all others would have to be read to its end. */
export const ListRequestsQuery = ListRequestsMembers.superRefine(({ unread, mine, followed, mentioned }, context) => {
  if (unread && !mine && !followed && !mentioned)
    context.addIssue({ code: 'custom', path: ['unread'], message: 'Needs mine=true, followed=me or mentioned=me' });
});
export type ListRequestsQuery = z.output<typeof ListRequestsQuery>;

export const CountRequestsQuery = z.object({
  merge_assigned: FlagWord.optional(),
  conversation_quota: BooleanWord.optional(),
});
export type CountRequestsQuery = z.output<typeof CountRequestsQuery>;

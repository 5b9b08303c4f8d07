import { isOpen, type ListRequestsQuery, RequestStatus } from '@parley/contracts';
import type { Bind } from '@parley/service-kit/database';

import { mentionDays } from '../mention/mentions.ts';
import { readerOf, unreadSql } from '../read-position/reader.columns.ts';
import type { Column } from '../request-state/columns.ts';
import { hasAnyKey, hasKey, keyOf, overdueSql } from '../request-state/open-keys.ts';
import { requestTable, shownColumns } from '../request-state/request.columns.ts';
import { dateRange } from './date-range.ts';

/** What filters need to know of the caller. */
export interface FilterCaller {
  /** As requester or participant. */
  principal: string;
  /** Teammate id; a bot has none. */
  teammate: string | undefined;
}

/**
 * The filters of a list as conditions on `request r` and `request_head h`, to be joined by `and`. Names and operators are
 * fixed here; every value is bound. Source: contract 20 section 3.3.
 */
export function filterSql(query: ListRequestsQuery, caller: FilterCaller, bind: Bind): string[] {
  const form = listsOpenOnly(query) ? 'ofOpen' : 'ofAny';
  const keyed = keyedFilters(query, caller).filter(([value]) => value !== undefined);
  return [
    ...statusSql(query, bind),
    ...rangeSql(query, bind),
    ...equalitySql(query, bind),
    ...keyed.map(([value, filter]) => filter[form](bind(value))),
    ...channelSql(query),
    ...snapshotSql(query, bind),
    ...workingStatusSql(query, bind),
    ...slaSql(query, bind),
    ...contentSql(query, bind),
    ...personalSql(query, caller, bind),
  ];
}

/** Whether a list has open requests only, all of which the partial indexes have. */
export const listsOpenOnly = ({ status, preflight }: ListRequestsQuery): boolean =>
  !preflight && (!status || status.every(isOpen));

/** Whether a list has a filter that leaves few open requests, and has an index for it. */
export function isKeyed(query: ListRequestsQuery, caller: FilterCaller): boolean {
  const { lead, mentioned, ticket_id, channel } = query;
  const values = [
    lead,
    mentioned || undefined,
    ticket_id,
    isOverdue(query) || undefined,
    ...keyedFilters(query, caller).map(([value]) => value),
  ];
  return channel === 'offline' || values.some((value) => value !== undefined);
}

/** Lists leave out what its requester has not opened yet, unless asked for. */
export const notHidden = 'not r.preflight';

function statusSql(query: ListRequestsQuery, bind: Bind): string[] {
  const { status } = query;
  const conditions = query.preflight ? [] : [notHidden];
  // Literal, to match the condition of the partial indexes on open requests.
  if (!status || status.every(isOpen)) conditions.push('r.status < 1000');
  if (status) conditions.push(`r.status = any(${bind(status)}::smallint[])`);
  if (query.abandoned) conditions.push(`r.status = ${RequestStatus.abandoned}`);
  return conditions;
}

function rangeSql(query: ListRequestsQuery, bind: Bind): string[] {
  const { from, before } = dateRange(query);
  const column = shownColumns[query.filterRangeField ?? 'createdAt'].sql;
  return [
    ...(from ? [`${column} >= ${bind(from)}`] : []), //
    ...(before ? [`${column} < ${bind(before)}`] : []),
  ];
}

/** Conditions for the parameters that were sent, from pairs of value and SQL. */
function conditions(pairs: readonly (readonly [unknown, (place: string) => string])[], bind: Bind): string[] {
  return pairs.filter(([value]) => value !== undefined).map(([value, sql]) => sql(bind(value)));
}

/** Parameters that are compared with a column. */
const equalColumns = Object.values<Column & { filter?: keyof ListRequestsQuery }>(requestTable).flatMap(
  ({ sql, filter }) => (filter === undefined ? [] : [[filter, sql] as const]),
);

function equalitySql(query: ListRequestsQuery, bind: Bind): string[] {
  const sent = { ...query, hasBot: query.hasBot ?? query.hasbot };
  const equal = equalColumns.map(([name, sql]) => [sent[name], (place: string) => `${sql} = ${place}`] as const);
  return conditions(
    [
      [query.ticket_id, (place) => `r.ticket_id = ${place}::bigint`],
      ...equal,
      [query.priority && samePriority(query.priority), (place) => `r.priority = any(${place}::text[])`],
      [query.draft === false ? false : undefined, (place) => `r.draft = ${place}`],
    ],
    bind,
  );
}

/** One filter in two forms of the same meaning. Both take the place of its value. */
interface KeyedFilter {
  /** Among open requests, by the index of their keys. */
  ofOpen(place: string): string;
  ofAny(place: string): string;
}

// Containment uses an index; equality with any element would not.
const participates: KeyedFilter = {
  ofOpen: (place) => hasKey(keyOf('participant', place)),
  ofAny: (place) => `r.participants @> array[${place}::text]`,
};
const follows: KeyedFilter = {
  ofOpen: (place) => hasKey(keyOf('follower', place)),
  ofAny: (place) => `r.followers @> array[${place}::text]`,
};
const isTagged: KeyedFilter = {
  ofOpen: (place) => hasKey(keyOf('tag', `lower(${place})`)),
  ofAny: (place) => `exists (select 1 from jsonb_array_elements(r.tags) t where lower(t->>'tag') = lower(${place}))`,
};
const cameBy: KeyedFilter = {
  ofOpen: (place) => hasKey(keyOf('channel', place)),
  ofAny: (place) => `r.channel = ${place}`,
};

// Both match the current lead too, so that later changes of a lead are found without a change of its requests.
const leadsOf = (condition: string) =>
  `select c.id from copy_lead c where c.id_project = r.id_project and ${condition}`;
const keysOfLeads = (condition: string) =>
  `array(select ${keyOf('lead', 'c.id')} from copy_lead c where c.id_project = $1 and ${condition})`;
const isOfLead: KeyedFilter = {
  ofOpen: (place) => hasAnyKey([keyOf('leadLeadId', place)], keysOfLeads(`c.lead_id = ${place}`)),
  ofAny: (place) => `(r.snapshot->'lead'->>'lead_id' = ${place} or r.lead_id in (${leadsOf(`c.lead_id = ${place}`)}))`,
};
const emailOfLead = (place: string) => `lower(c.record->>'email') = lower(${place})`;
const isOfEmail: KeyedFilter = {
  ofOpen: (place) => hasAnyKey([keyOf('email', `lower(${place})`)], keysOfLeads(emailOfLead(place))),
  ofAny: (place) =>
    `(lower(r.snapshot->'lead'->>'email') = lower(${place}) or r.lead_id in (${leadsOf(emailOfLead(place))}))`,
};

/** Values and forms; a value that was not sent is `undefined`. */
function keyedFilters(
  query: ListRequestsQuery,
  { principal, teammate = '' }: FilterCaller,
): [value: string | undefined, filter: KeyedFilter][] {
  const { channel } = query;
  // Most requests have the common channel, and no key of it.
  const isCommon = channel === 'chat21' || channel === 'online' || channel === 'offline';
  return [
    [query.participant, participates],
    [query.mine ? principal : undefined, participates],
    [query.followed ? teammate : undefined, follows],
    ...(query.tags ?? []).map((tag): [string, KeyedFilter] => [tag, isTagged]),
    [query.snap_lead_lead_id, isOfLead],
    [query.snap_lead_email, isOfEmail],
    [query.requester_email, isOfEmail],
    [isCommon ? undefined : channel, cameBy],
  ];
}

/** `medium` and `high` are stored as sent and mean `normal` and `hight`. */
function samePriority(priority: string): string[] {
  const spellings = [
    ['normal', 'medium'],
    ['hight', 'high'],
  ];
  return spellings.find((words) => words.includes(priority)) ?? [priority];
}

/** What depends on the caller alone. Source: contract 82 section 2. */
function personalSql({ mentioned, unread }: ListRequestsQuery, { principal }: FilterCaller, bind: Bind): string[] {
  const me = mentioned || unread ? bind(principal) : '';
  return [
    ...(mentioned
      ? [
          `r.id in (select p.request from request_reader p where p.id_project = r.id_project and p.principal = ${me}
            and p.mentioned_at > now() - interval '${mentionDays} days')`,
        ]
      : []),
    ...(unread ? [`exists (select from (select) one ${readerOf(me)} where ${unreadSql(me)} > 0)`] : []),
  ];
}

function channelSql(query: ListRequestsQuery): string[] {
  if (query.channel === 'chat21') return [`r.channel = 'chat21'`];
  if (query.channel === 'online') return [`r.channel not in ('email', 'form')`];
  if (query.channel !== 'offline') return [];
  const keys = [keyOf('channel', `'email'`), keyOf('channel', `'form'`)];
  return [listsOpenOnly(query) ? hasAnyKey(keys) : `r.channel in ('email', 'form')`];
}

function snapshotSql(query: ListRequestsQuery, bind: Bind): string[] {
  const department = `r.snapshot->'department'`;
  return conditions(
    [
      [query.snap_department_routing, (place) => `${department}->>'routing' = ${place}`],
      [query.snap_department_default, (place) => `coalesce(${department}->'default' = 'true', false) = ${place}`],
      [query.snap_department_id_bot, (place) => `${department}->>'id_bot' = ${place}`],
      [query.snap_department_id_bot_exists, (place) => `(${department}->>'id_bot' is not null) = ${place}`],
    ],
    bind,
  );
}

function workingStatusSql(query: ListRequestsQuery, bind: Bind): string[] {
  const none = query['workingStatus[nin]'];
  return conditions(
    [
      [query.workingStatus, (place) => `r.working_status = ${place}`],
      [query['workingStatus[ne]'], (place) => `r.working_status is distinct from ${place}`],
      [none, (place) => `(r.working_status = any(${place}::text[])) is not true`],
      // `nin` takes precedence over `in`.
      [none ? undefined : query['workingStatus[in]'], (place) => `r.working_status = any(${place}::text[])`],
    ],
    bind,
  );
}

const isOverdue = ({ sla_state: states }: ListRequestsQuery): boolean => states?.join() === 'overdue';

/** Lists by due times have what has one: these few are in an index. Source: contract 25 section 5.6. */
function slaSql(query: ListRequestsQuery, bind: Bind): string[] {
  const { sla_state: states, sla_policy: policy, due_before, due_after, due_within } = query;
  const isByDueTime = (query.sortField ?? query.sort) === 'due_at';
  const isDue = states?.every((state) => state === 'overdue' || state === 'due') && !isOverdue(query);
  const dueTimes = [due_before, due_after, due_within].some((value) => value !== undefined);
  const level = (condition: string) =>
    `exists (select from service_level s where s.id_project = r.id_project and s.request = r.id and ${condition})`;
  const some = states?.filter((state) => state !== 'none') ?? [];
  const ofStates = [
    ...(isOverdue(query) ? [overdueSql] : some.length > 0 ? [level(`s.state = any(${bind(some)}::text[])`)] : []),
    ...(states?.includes('none') ? [`not ${level('s.state is not null')}`] : []),
  ];
  return [
    ...(isByDueTime || isDue || dueTimes ? ['h.due_at is not null'] : []),
    ...(ofStates.length > 0 ? [`(${ofStates.join(' or ')})`] : []),
    ...conditions(
      [
        [policy, (place) => level(`s.policy = ${place}`)],
        [due_before, (place) => `h.due_at < ${place}::timestamptz`],
        [due_after, (place) => `h.due_at >= ${place}::timestamptz`],
        [due_within, (place) => `h.due_at <= now() + ${place}::bigint * interval '1 ms'`],
      ],
      bind,
    ),
  ];
}

const minuteMs = 60_000;

function contentSql(query: ListRequestsQuery, bind: Bind): string[] {
  const attribute = (name: string) => (place: string) => `r.attributes->>'${name}' = ${place}`;
  const { duration, duration_op } = query;
  const compared = duration !== undefined && duration_op ? Math.round(duration * minuteMs) : undefined;
  return [
    ...(query.rated ? ['r.rating is not null'] : []),
    ...(query.snoozed === undefined ? [] : [`r.snooze is ${query.snoozed ? 'not ' : ''}null`]),
    ...conditions(
      [
        [compared, (place) => `r.duration ${duration_op === 'gt' ? '>=' : '<='} ${place}::bigint`],
        [
          query.phone?.replace(/\D/g, ''),
          (place) => `position(${place} in regexp_replace(coalesce(r.contact->>'phone', ''), '\\D', '', 'g')) > 0`,
        ],
        [query.caller, attribute('caller_phone')],
        [query.called, attribute('called_phone')],
        [query.call_id, attribute('call_id')],
      ],
      bind,
    ),
  ];
}

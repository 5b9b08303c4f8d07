import { isOpen, type ListRequestsQuery, RequestStatus } from '@parley/contracts';
import type { Bind } from '@parley/service-kit/database';

import { readerOf, unreadSql } from '../read-position/reader.columns.ts';
import type { Column } from '../request-state/columns.ts';
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
  return [
    ...statusSql(query, bind),
    ...rangeSql(query, bind),
    ...equalitySql(query, caller, bind),
    ...channelSql(query, bind),
    ...snapshotSql(query, bind),
    ...workingStatusSql(query, bind),
    ...contentSql(query, bind),
    ...personalSql(query, caller, bind),
  ];
}

function statusSql(query: ListRequestsQuery, bind: Bind): string[] {
  const { status } = query;
  const conditions = query.preflight ? [] : ['not r.preflight'];
  // Literal, to match the condition of the partial index on open requests.
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

function equalitySql(query: ListRequestsQuery, caller: FilterCaller, bind: Bind): string[] {
  const sent = { ...query, hasBot: query.hasBot ?? query.hasbot };
  const equal = equalColumns.map(([name, sql]) => [sent[name], (place: string) => `${sql} = ${place}`] as const);
  // Containment uses the index; equality with any element would not.
  const participates = (place: string) => `r.participants @> array[${place}::text]`;
  return conditions(
    [
      [query.ticket_id, (place) => `r.ticket_id = ${place}::bigint`],
      ...equal,
      [query.participant, participates],
      [query.priority && samePriority(query.priority), (place) => `r.priority = any(${place}::text[])`],
      [query.draft === false ? false : undefined, (place) => `r.draft = ${place}`],
      [query.mine ? caller.principal : undefined, participates],
    ],
    bind,
  );
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
function personalSql(
  { followed, mentioned, unread }: ListRequestsQuery,
  { principal, teammate = '' }: FilterCaller,
  bind: Bind,
): string[] {
  const me = mentioned || unread ? bind(principal) : '';
  return [
    ...(followed ? [`r.followers @> array[${bind(teammate)}::text]`] : []),
    ...(mentioned
      ? [
          `r.id in (select p.request from request_reader p where p.id_project = r.id_project and p.principal = ${me}
            and p.mentioned_at > now() - interval '${mentionDays} days')`,
        ]
      : []),
    ...(unread ? [`exists (select from (select) one ${readerOf(me)} where ${unreadSql(me)} > 0)`] : []),
  ];
}

/** How long a mention is listed. */
export const mentionDays = 90;

function channelSql({ channel }: ListRequestsQuery, bind: Bind): string[] {
  if (channel === undefined) return [];
  if (channel === 'offline') return [`r.channel in ('email', 'form')`];
  if (channel === 'online') return [`r.channel not in ('email', 'form')`];
  return [`r.channel = ${bind(channel)}`];
}

function snapshotSql(query: ListRequestsQuery, bind: Bind): string[] {
  // Also matches the current lead, so that later changes of a lead are found without a change of its requests.
  const ofLead = (condition: string) =>
    `r.lead_id in (select c.id from copy_lead c where c.id_project = r.id_project and ${condition})`;
  const leadId = (place: string) => `(r.snapshot->'lead'->>'lead_id' = ${place} or ${ofLead(`c.lead_id = ${place}`)})`;
  const email = (place: string) =>
    `(lower(r.snapshot->'lead'->>'email') = lower(${place}) or ${ofLead(`lower(c.record->>'email') = lower(${place})`)})`;
  const department = `r.snapshot->'department'`;
  return conditions(
    [
      [query.snap_lead_lead_id, leadId],
      [query.snap_lead_email, email],
      [query.requester_email, email],
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

const minuteMs = 60_000;

function contentSql(query: ListRequestsQuery, bind: Bind): string[] {
  const attribute = (name: string) => (place: string) => `r.attributes->>'${name}' = ${place}`;
  const tagged = (place: string) =>
    `exists (select 1 from jsonb_array_elements(r.tags) t where lower(t->>'tag') = lower(${place}))`;
  const { duration, duration_op } = query;
  const compared = duration !== undefined && duration_op ? Math.round(duration * minuteMs) : undefined;
  return [
    ...(query.rated ? ['r.rating is not null'] : []),
    ...(query.tags ?? []).map((tag) => tagged(bind(tag))),
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

import { isOpen, type ListRequestsQuery, type RequestDateField, RequestStatus } from '@parley/contracts';
import type { Bind } from '@parley/service-kit/database';

import { dateRange } from './date-range.ts';

/** What filters need to know of the caller. */
export interface FilterCaller {
  /** As requester or participant. */
  principal: string;
}

const dateColumns: Record<RequestDateField, string> = {
  createdAt: 'r.created_at',
  updatedAt: 'h.updated_at',
  assigned_at: 'r.assigned_at',
  closed_at: 'r.closed_at',
  first_response_at: 'r.first_response_at',
};

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
  const column = dateColumns[query.filterRangeField ?? 'createdAt'];
  return [
    ...(from ? [`${column} >= ${bind(from)}`] : []), //
    ...(before ? [`${column} < ${bind(before)}`] : []),
  ];
}

/** Conditions for the parameters that were sent, from pairs of value and SQL. */
function conditions(pairs: readonly (readonly [unknown, (place: string) => string])[], bind: Bind): string[] {
  return pairs.filter(([value]) => value !== undefined).map(([value, sql]) => sql(bind(value)));
}

function equalitySql(query: ListRequestsQuery, caller: FilterCaller, bind: Bind): string[] {
  const equal = (column: string) => (place: string) => `${column} = ${place}`;
  // Containment uses the index; equality with any element would not.
  const participates = (place: string) => `r.participants @> array[${place}::text]`;
  return conditions(
    [
      [query.ticket_id, (place) => `r.ticket_id = ${place}::bigint`],
      [query.dept_id, equal('r.department_id')],
      [query.lead, equal('r.lead_id')],
      [query.participant, participates],
      [query.hasBot ?? query.hasbot, equal('r.has_bot')],
      [query.smartAssignment, equal('r.smart_assignment')],
      [query.priority && samePriority(query.priority), (place) => `r.priority = any(${place}::text[])`],
      [query.draft === false ? false : undefined, equal('r.draft')],
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

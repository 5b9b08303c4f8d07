import type { Statement } from '@parley/service-kit/database';
import { sequenceOnceIdentified } from '@parley/service-kit/outbox';

import { inboxColumns } from '../request-row/inbox-row.ts';
import { agentsColumn, rowColumns, rowTables } from '../request-row/row.columns.ts';
import { messageColumns } from '../request-state/message.columns.ts';
import { feedEvents, noted } from './feed-row.ts';

const feedTypesSql = feedEvents.map((type) => `'${type}'`).join(', ');

const currentRequestSql = `r.id, r.request_id as "requestId", r.requester, r.participants, r.followers,
  r.department_id as "departmentId", r.status, r.snapshot->'agents' as agents`;

const rowsSql = (events: string, notes: string): string => `
  select o.id_project as "projectId", o.seq, o.created_at as at, o.type, o.event, o.partition_key as "partitionKey", ${currentRequestSql}
  from (${events}) o left join request r on r.id_project = o.id_project and r.id = o.partition_key
  union all
  select f.id_project, f.seq, f.created_at, f.type, f.data::text, '', null, null, null, null, null, null, null, null
  from (${notes}) f
  order by seq`;

export const lastSequenceNumber: Statement = {
  name: 'feed_drawn',
  text: 'select case when is_called then last_value else 0 end as seq from outbox_seq',
};

/** New changes of the followed projects. The sequence number is filtered first, across all projects. */
export const newChanges: Statement = {
  name: 'feed_live',
  text: rowsSql(
    `with fresh as materialized (
      select o.id_project, o.seq, o.created_at, o.type, o.event, o.partition_key from outbox o
      where o.shard = any ('{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15}') and o.seq > $1 and o.seq <= $2 and o.id >= $3)
      select * from fresh where id_project = any ($4) and type in (${feedTypesSql})`,
    'select * from feed_change where id_project = any ($4) and seq > $1 and seq <= $2',
  ),
};

/**
 * A page of one project's changes that a follower may see. There is no index from a request to its events, which would cost every
 * write: the query scans the numbers and keys of the project and loads the payloads of matches only.
 */
export const page: Statement = {
  name: 'feed_page',
  text: `select * from (${rowsSql(
    `select o.id_project, o.seq, o.created_at, o.type, o.event, o.partition_key from outbox o
      where o.id_project = $4 and o.id >= $3 and o.seq > $1 and o.seq <= $2 and o.type in (${feedTypesSql})
        and (o.type = any ($6)
          or o.partition_key = any (array(select r.id from request r where r.id_project = $4 and r.request_id = any ($7)))
          or o.partition_key = any (array(select r.id from request r where r.id_project = $4 and r.requester = any ($8))))
      order by o.seq limit $5`,
    `select * from feed_change where id_project = $4 and seq > $1 and seq <= $2 and (type <> '${noted.visitor}' or type = any ($6))
      order by seq limit $5`,
  )}) rows order by seq limit $5`,
};

export const openRequestsOf: Statement = {
  name: 'feed_open_of_departments',
  text: `select ${currentRequestSql}, r.ticket_id as "ticketId" from request r
    where r.id_project = $1 and r.department_id = any (array(select jsonb_array_elements_text($2::jsonb))) and r.status < 1000
    order by r.ticket_id limit 5000`,
};

/** @param which condition on `copy_teammate c` */
const teammatesSql = (
  which: string,
): string => `select distinct on (c.principal) c.id, c.principal, c.version, c.deleted,
      c.record || jsonb_build_object('number_assigned_requests', coalesce(s.held, 0), 'isBusy', coalesce(s.held >= l.most, false)) as record
    from copy_teammate c
    left join seat s on s.id_project = c.id_project and s.id_user = c.principal
    left join lateral (select case
        when (c.record->>'max_served_chat')::int >= 0 then (c.record->>'max_served_chat')::int
        when p.record->'settings'->'chat_limit_on' = 'true' then (p.record->'settings'->>'max_agent_assigned_chat')::int
      end as most from (select 1) one left join copy_project p on p.id_project = c.id_project) l on true
    where c.id_project = $1 and ${which}
    order by c.principal, c.deleted, c.version desc`;

export const teammatesOf: Statement = {
  name: 'feed_teammates',
  text: teammatesSql('(c.id = any ($2) or c.principal = any ($2))'),
};

/** Without visitors: `$2` roles of the team. */
export const teamOf: Statement = {
  name: 'feed_team',
  text: teammatesSql(`c.record->>'role' = any ($2) and not c.deleted and c.record->'trashed' is distinct from 'true'`),
};

export const botOf: Statement = {
  name: 'feed_bot',
  text: 'select c.id, c.version, c.record from copy_bot c where c.id_project = $1 and c.id = $2',
};

export const newestMessages: Statement = {
  name: 'feed_newest_messages',
  text: `select ${messageColumns} from (select m.* from message m
      join request r on r.id_project = m.id_project and r.id = m.request
      where m.id_project = $1 and r.request_id = $2 and ($3::text[] is null or m.audience = any ($3))
      order by m.seq desc limit $4) m order by m.seq`,
};

/** An event names one message, or all up to one; it raised those whose `updated_at` is its time. */
export const raisedMessages: Statement = {
  name: 'feed_raised_statuses',
  text: `select asked.nth::int, ${messageColumns}
    from unnest($1::text[], $2::text[], $3::int[], $4::int[], $5::timestamptz[], $6::int[]) with ordinality
      as asked (id_project, request, seq, upto, at, status, nth)
    join message m on m.id_project = asked.id_project and m.request = asked.request
      and m.seq between coalesce(asked.seq, 1) and coalesce(asked.seq, asked.upto)
      and m.updated_at = asked.at and m.status = asked.status and m.version > 0
    order by asked.nth, m.seq`,
};

export const omittedFields: Statement = {
  name: 'feed_withheld',
  text: `select r.notes, r.first_text as "firstText", r.attributes, r.abandoned_by as "abandonedBy", r.status,
      m.attributes as "messageAttributes", m.metadata
    from request r left join message m on m.id_project = r.id_project and m.request = r.id and m.id = $3
    where r.id_project = $1 and r.id = $2`,
};

export const inboxRows: Statement = {
  name: 'feed_inbox_rows',
  text: `select ${rowColumns}, ${agentsColumn}, ${inboxColumns} from ${rowTables} where r.id_project = $1 and r.id = any ($2)`,
};

export const insertChange: Statement = {
  name: 'feed_note',
  text: `insert into feed_change (id_project, seq, type, data) values ($1, nextval(${sequenceOnceIdentified}), $2, $3)`,
};

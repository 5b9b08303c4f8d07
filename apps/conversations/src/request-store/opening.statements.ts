import type { Statement } from '@parley/service-kit/database';
import { outboxInsert, outboxRecords } from '@parley/service-kit/outbox';

import { aboutWordsSql, saidWordsSql } from '../access/request-words.ts';
import { erasedVersion, seatsAdded } from './request.statements.ts';

/** Maximum number of new requests that one statement stores. */
export const maxOpened = 32;

/** Messages of an opening whose words are not those of the first text. */
const laterMessages = 'message_row m where m.request = r.id and m.text is distinct from r.first_text';

/**
 * Stores new requests of a project with their first words, which are indexed later. Returns those that it has stored: not one whose id is taken
 * or whose lead is erased. `$1` project, then arrays of rows: `$2` requests, `$3` heads, `$4` messages, `$5` history, `$6` seats, `$7` events,
 * `$8` read positions of the senders, `$9` clocks, `$10` service levels.
 */
export const storeOpenings: Statement = {
  name: 'store_openings',
  // The lock makes an erasure of the lead wait: it finds the request, or the request finds the lead erased. The limit says to the planner how few there are.
  // Ids and leads are locked in a fixed order, as all statements lock them.
  text: `with request_row as materialized (
    select * from json_populate_recordset(null::request, $2::json) limit ${maxOpened}),
  message_row as materialized (select * from json_populate_recordset(null::message, $4::json)),
  lead as materialized (
    select c.id, c.version, c.record from copy_lead c where c.id_project = $1
      and c.id = any(array(select n.lead_id from request_row n)) order by c.id for key share),
  done as (
    insert into request as r select n.* from request_row n
    where not exists (select from lead l where l.id = n.lead_id and l.version = ${erasedVersion})
    order by n.request_id
    on conflict (id_project, request_id) do nothing
    returning r.id_project, r.id, r.lead_id, r.first_text, r.subject, r.rating_message, r.snapshot, r.tags, r.notes),
  inserted_head as (insert into request_head as h (id_project, id, version, last_seq, updated_at, active_at, bot_streak,
      visible_seq, visible_in, visible_out, last_message_at, listed_under, last_requester_at, last_team_at, due_at)
    select n.id_project, n.id, n.version, n.last_seq, n.updated_at, n.active_at, n.bot_streak,
      coalesce(n.visible_seq, 0), n.visible_in, n.visible_out, coalesce(n.last_message_at, n.updated_at), n.listed_under,
      n.last_requester_at, n.last_team_at, n.due_at
    from json_populate_recordset(null::request_head, $3::json) n join done on done.id = n.id
    returning h.id, h.visible_in, h.visible_out, h.last_seq),
  inserted_words as (
    insert into request_words (id_project, request, about, said, seq, revision, pending)
    select r.id_project, r.id, ${aboutWordsSql}, ${saidWordsSql(laterMessages)}, h.last_seq, 0, true
    from done r join inserted_head h on h.id = r.id left join lead l on l.id = r.lead_id),
  inserted_messages as (insert into message select m.* from message_row m join done on done.id = m.request),
  inserted_external_ids as (
    insert into message_external_id (id_project, request, channel, external_id, seq)
    select m.id_project, m.request, m.channel, m.external_id, m.seq
    from message_row m join done on done.id = m.request where m.external_id is not null),
  inserted_history as (
    insert into request_history
    select e.* from json_populate_recordset(null::request_history, $5::json) e join done on done.id = e.request),
  updated_seats as (
    insert into seat as s (id_project, id_user, held, last_assigned_at, most)
    select $1, d.id_user, sum(d.held), max(d.assigned_at), min(d.most) filter (where d.held > 0)
    from json_to_recordset($6::json) as d (request text, id_user text, held int, assigned_at timestamptz, most int)
    join done on done.id = d.request group by d.id_user order by d.id_user
    ${seatsAdded}),
  inserted_readers as (
    insert into request_reader (id_project, request, principal, upto_seq, read_in, read_out)
    select $1, p.request, p.principal, p.seq, h.visible_in - p.in_after, h.visible_out - p.out_after
    from json_to_recordset($8::json) as p (request text, principal text, seq int, in_after int, out_after int)
    join inserted_head h on h.id = p.request),
  inserted_clocks as (
    insert into clock (id_project, request, wake_at, config)
    select $1, n.request, n.wake_at, n.config
    from json_to_recordset($9::json) as n (request text, wake_at timestamptz, config int) join done on done.id = n.request),
  inserted_levels as (
    insert into service_level (id_project, request, record, policy, state)
    select $1, n.request, n.record, n.policy, n.state
    from json_to_recordset($10::json) as n (request text, record jsonb, policy text, state text) join done on done.id = n.request),
  inserted_events as (${outboxInsert(
    // An array, not a join: events are numbered in the order in which they come.
    `select e.* from (${outboxRecords('$7')}) e where e.partition_key = any(array(select id from done))`,
  )})
  select id from done`,
};

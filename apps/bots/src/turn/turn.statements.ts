/**
 * `$5`: `seq` before the message, if there is one; `$4`: the initial high-water mark of a request not seen before. Messages in order
 * advance the high-water mark in this statement alone.
 */
export const lock = {
  name: 'conversation_lock',
  text: `insert into conversation as c (id_project, id, request_id, seen_upto, answered_seq)
    values ($1, $2, $3, case when $4::int = $5::int then $5::int + 1 else $4::int end, $6)
    on conflict (id_project, id) do update set answered_seq = greatest(c.answered_seq, excluded.answered_seq),
      seen_upto = case when coalesce(c.seen_upto, $5::int) = $5::int and c.seen_above = '{}' then $5::int + 1
        else coalesce(c.seen_upto, $5::int) end
    returning seen_upto as upto, seen_above as above, parameters, deleted_at is not null as "isDeleted"`,
};

export const markSeen = {
  name: 'conversation_hear',
  text: `with ready as (update turn set due_at = date_trunc('milliseconds', clock_timestamp())
      where id_project = $1 and request = $2 and attempts = 0 and seq <= $3::int + 1 and due_at > clock_timestamp())
    update conversation set seen_upto = $3, seen_above = $4 where id_project = $1 and id = $2`,
};

export const insert = {
  name: 'turn_insert',
  text: `insert into turn (id_project, id, request, request_id, id_bot, seq, late, message, about, depth, correlation_id,
      causation_id, due_at, message_at)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14
    where not exists (select from ended_project where id_project = $1) on conflict (id_project, id) do nothing`,
};

const columns = `t.id_project as "projectId", t.id, t.request, t.request_id as "requestId", t.id_bot as "botId", t.seq, t.late,
  t.message, t.about, t.plan, t.depth, t.correlation_id as "correlationId", t.causation_id as "causationId",
  t.attempts as attempt, t.message_at as "messageAt", t.received_at as "receivedAt"`;

const isFirst = `not exists (select from turn e where e.id_project = t.id_project and e.request = t.request and e.seq < t.seq)`;

// Fair claiming: round-robin over projects, so that a burst of one does not starve the others.
export const claim = {
  name: 'turn_claim',
  text: `with oldest as (
      select id_project, id, due_at from turn t where due_at <= clock_timestamp() and ${isFirst} order by due_at limit 500
    ), fair as (
      select id_project, id, due_at, row_number() over (partition by id_project order by due_at) as turn from oldest
    ), mine as (
      select t.id_project, t.id from turn t join fair using (id_project, id)
      where t.due_at <= clock_timestamp() order by fair.turn, fair.due_at limit $3 for update of t skip locked
    )
    update turn t set holder = $1, due_at = clock_timestamp() + $2 * interval '1 ms', attempts = t.attempts + 1
    from mine where t.id_project = mine.id_project and t.id = mine.id returning ${columns}`,
};

export const due = {
  name: 'turn_due',
  text: `select extract(epoch from due_at - clock_timestamp())::float * 1000 as ms
    from turn t where ${isFirst} order by due_at limit 1`,
};

export const renew = {
  name: 'turn_renew',
  text: `update turn set due_at = clock_timestamp() + $3 * interval '1 ms' where holder = $1 and id = any($2)`,
};

export const state = {
  name: 'turn_state',
  text: `select c.parameters, s.state as session from conversation c
    left join session s on s.id_project = c.id_project and s.request = c.id and s.id_bot = $3
    where c.id_project = $1 and c.id = $2`,
};

export const progressOf = {
  name: 'turn_standing',
  text: `select c.seen_upto as upto, c.answered_seq < $3 and not exists
      (select from turn n where n.id_project = $1 and n.request = $2 and n.seq > $3) as "isLast"
    from conversation c where c.id_project = $1 and c.id = $2`,
};

export const storePlan = {
  name: 'turn_plan',
  text: `with kept as (update turn set plan = $6 where id_project = $1 and id = $2 and holder = $3 returning 1)
    insert into session (id_project, request, id_bot, state) select $1, $4, $5, $7 where exists (select from kept)
    on conflict (id_project, request, id_bot) do update set state = excluded.state returning 1`,
};

export const writeParameters = {
  name: 'conversation_write',
  text: 'update conversation set parameters = $3, updated_at = now() where id_project = $1 and id = $2',
};

export const parametersOf = {
  name: 'conversation_parameters',
  text: 'select parameters from conversation where id_project = $1 and id = $2',
};

export const done = { name: 'turn_done', text: 'delete from turn where id_project = $1 and id = $2 and holder = $3' };

export const retry = {
  name: 'turn_retry',
  text: `update turn set holder = null, due_at = clock_timestamp() + $4 * interval '1 ms', attempts = attempts - $5::bool::int
    where id_project = $1 and id = $2 and holder = $3`,
};

export const park = {
  name: 'turn_park',
  text: `update turn set holder = null, due_at = clock_timestamp() + $3 * interval '1 ms'
    where id_project = $1 and id = $2 returning 1`,
};

export const find = { name: 'turn_find', text: `select ${columns} from turn t where t.id_project = $1 and t.id = $2` };

export const finish = { name: 'turn_finish', text: 'delete from turn where id_project = $1 and id = $2' };

export const endSession = {
  name: 'session_end',
  text: `with ended as (delete from session where id_project = $1 and request = $2 and id_bot = $3),
      dropped as (delete from turn where id_project = $1 and request = $2 and id_bot = $3)
    update conversation set seen_upto = null, seen_above = '{}' where id_project = $1 and id = $2`,
};

export const endPending = {
  name: 'session_pending_end',
  text: `with dropped as (delete from turn where id_project = $1 and request = $2 and message_at <= $3)
    update session set state = state - 'pending' where id_project = $1 and request = $2`,
};

export const eraseRequests = {
  name: 'conversations_forget',
  text: `with ended as (delete from session where id_project = $1 and request = any($2)),
      dropped as (delete from turn where id_project = $1 and request = any($2))
    insert into conversation (id_project, id, request_id, deleted_at) select $1, id, '', now() from unnest($2::text[]) as id
    on conflict (id_project, id) do update set parameters = '{}', deleted_at = now()`,
};

/** What of the conversation came from the message is not known: all of it goes. */
export const redact = {
  name: 'conversation_redact',
  text: `with dropped as (delete from turn where id_project = $1 and id = $3),
      started as (update session set state = '{}' where id_project = $1 and request = $2)
    update conversation set parameters = '{}', updated_at = now() where id_project = $1 and id = $2`,
};

export const deleteByBots = {
  name: 'session_forget_bots',
  text: `with dropped as (delete from turn where id_project = $1 and id_bot = any($2))
    delete from session where id_project = $1 and id_bot = any($2)`,
};

import type { Statement } from '@parley/service-kit/database';
import { outboxInsert, outboxRecords } from '@parley/service-kit/outbox';

import { messageColumns } from '../request-state/message.columns.ts';
import { headByKey, mutableColumns, requestColumns, requestTables } from '../request-state/request.columns.ts';
import { copiesSql } from '../request-state/request.copies.ts';

/** Version of the copy of an erased lead or visitor: the highest there is, so that no event still in flight can restore the copy. */
export const erasedVersion = 2_147_483_647;

/** `$1` project, `$2` lead. */
export const findErasedLead: Statement = {
  name: 'erased_lead',
  text: `select from copy_lead where id_project = $1 and id = $2 and version = ${erasedVersion}`,
};

/** Changes with anything that `loadText` reads, except the head. */
const stampSql = (project: string, lead: string, requester: string): string => `concat_ws('.', h.revision,
  (select c.version from copy_lead c where c.id_project = ${project} and c.id = ${lead}), '-',
  (select c.id || c.version from copy_teammate c where c.id_project = ${project} and c.principal = ${requester}
    order by c.deleted, c.version desc limit 1), '-',
  (select k.ticks from copy_clock k where k.id_project = ${project}))`;

/** Version of the project's policies and hours; null without any. */
const configSql = (project: string): string =>
  `(select a.version from automation_config a where a.id_project = ${project})`;

const loadColumns = (
  project: string,
  visible: string,
): string => `${requestColumns}, ${copiesSql()} as copies, clock_timestamp() as now,
    ${visible} as visible, ${stampSql(project, 'r.lead_id', 'r.requester')} as stamp, ${configSql(project)} as config`;

/** A request with its copies and the time, enough for a decision and its answer; `$1` project, `$2` request_id. */
export const loadText = (visible: string): string => `
  select ${loadColumns('$1', visible)} from ${requestTables} where r.id_project = $1 and r.request_id = $2`;

/** Maximum number of requests that one statement loads. */
export const maxLoaded = 64;

/** The same for several requests, without a check of rights; `$1` array of their keys, with their places. The limit says to the planner how few there are. */
export const loadRequests: Statement = {
  name: 'load_requests',
  text: `with asked as materialized (
      select a.* from json_to_recordset($1::json) as a (place int, id_project text, request_id text) limit ${maxLoaded})
    select asked.place, found.* from asked cross join lateral (
      select ${loadColumns('asked.id_project', 'true')} from request r ${headByKey('asked.id_project')}
      where r.id_project = asked.id_project and r.request_id = asked.request_id offset 0) found`,
};

/** Only the head of a request, for a cached one. */
const headText = (project: string, id: string, lead: string, requester: string): string => `
  select h.version, h.last_seq as "lastSeq", h.updated_at as "updatedAt", h.active_at as "activeAt",
    h.bot_streak as "botStreak", h.last_requester_at as "lastRequesterAt", h.last_team_at as "lastTeamAt", clock_timestamp() as now, ${stampSql(project, lead, requester)} as stamp, h.revision
  from request_head h where h.id_project = ${project} and h.id = ${id}`;

/** Heads of several requests; `$1` array of their keys with lead and requester, and their places. The limit says to the planner how few there are. */
export const loadHeads: Statement = {
  name: 'load_heads',
  text: `with asked as materialized (select a.* from json_to_recordset($1::json)
      as a (place int, id_project text, id text, lead text, requester text) limit ${maxLoaded})
    select asked.place, found.* from asked cross join lateral (
      ${headText('asked.id_project', 'asked.id', 'asked.lead', 'asked.requester')} offset 0) found`,
};
/** `$1` project, `$2` `_id`, `$3` lead, `$4` requester: for a transaction, which sees what it has written itself. */
export const loadHead: Statement = { name: 'load_head', text: headText('$1', '$2', '$3', '$4') };

const headOf = `select h.id from request_head h where h.id_project = $1
  and h.id = (select r.id from request r where r.id_project = $1 and r.request_id = $2) for update`;

export const lockHead: Statement = { name: 'lock_request', text: headOf };
/** For the queue: skips a locked request. */
export const lockFreeHead: Statement = { name: 'lock_free_request', text: `${headOf} skip locked` };

/** Two requests, always in the order of their `_id`s: changes of two cannot wait for each other. `$2` their request_ids. */
export const lockHeads: Statement = {
  name: 'lock_requests',
  text: `select h.id from request_head h where h.id_project = $1
    and h.id in (select r.id from request r where r.id_project = $1 and r.request_id = any($2)) order by h.id for update`,
};

/** Copies of the lead, requester, department and participants of a changed request. */
export const loadCopies: Statement = {
  name: 'load_copies',
  text: `select ${copiesSql({ project: '$1', lead: '$2', requester: '$3', department: '$4', participants: '$5::text[]' })} as copies,
    (select k.ticks from copy_clock k where k.id_project = $1) as ticks`,
};

/** Locks the users' rows in user-id order; the clock is read when all are locked. */
export const lockSeats: Statement = {
  name: 'lock_seats',
  text: `with wanted as materialized (
      select s.id_user, s.held, s.last_assigned_at from seat s
      where s.id_project = $1 and s.id_user = any($2) order by s.id_user for update)
    select w.id_user as "idUser", w.held, w.last_assigned_at as "lastAssignedAt", clock_timestamp() as now from wanted w`,
};
export const makeSeats: Statement = {
  name: 'make_seats',
  text: `insert into seat (id_project, id_user) select $1, u from unnest($2::text[]) u order by u on conflict do nothing`,
};

/** Of request `r`: an imported one is out of the queue before its requester writes here. */
export const waitsHere = `(not r.imported or exists (select from request_head h
  where h.id_project = r.id_project and h.id = r.id and h.last_requester_at is not null))`;

/**
 * Department and leavers of requests that wait longer than the one of `$2`, `$3` and are not paused, without pooled departments
 * (by the read model) and without the ids in `$4`.
 */
const waitingBefore = (at: string, id: string, overlooked: string): string => `
  select r.department_id as "departmentId", r.abandoned_by as "abandonedBy" from request r
    where r.id_project = $1 and r.status in (100, 150) and not r.preflight and r.smart_assignment and r.snooze is null and ${waitsHere}
      and (r.queue_after is null or r.queue_after <= clock_timestamp()) and (r.waiting_since, r.id) < (${at}, ${id})
      and not exists (select from copy_department d where d.id_project = $1 and d.id = r.department_id and not d.deleted
        and d.record->>'routing' is distinct from 'assigned') and r.id <> all (${overlooked})
    order by r.waiting_since, r.id limit 100`;

export const olderWaiting: Statement = { name: 'older_waiting', text: waitingBefore('$2', '$3', '$4') };

/**
 * The facts for new requests: time, seats, copy clock and, if a pass chooses an agent, all waiting requests.
 * `$1` project, `$2` users, `$3` request_ids to check for existing ones, `$4` whether a pass chooses an agent.
 */
export const openingView: Statement = {
  name: 'opening_view',
  text: `select clock_timestamp() as now, (select k.ticks from copy_clock k where k.id_project = $1) as ticks, ${configSql('$1')} as config,
    array(select r.request_id from request r where r.id_project = $1 and r.request_id = any($3)) as taken,
    (select coalesce(json_agg(json_build_object('idUser', s.id_user, 'held', s.held, 'lastAssignedAt', s.last_assigned_at)), '[]')
      from seat s where s.id_project = $1 and s.id_user = any($2)) as seats,
    case when $4 then (select coalesce(json_agg(w), '[]')
      from (${waitingBefore(`'infinity'`, `''`, `'{}'`)}) w) else '[]' end as older`,
};

export const newestMessages: Statement = {
  name: 'newest_messages',
  text: `select ${messageColumns} from (select * from message m where m.id_project = $1 and m.request = $2
    order by m.seq desc limit 200) m order by m.seq`,
};

/** Moves positions of people who have sent: only forward, for their messages are the newest. */
const movedForward = `on conflict (id_project, request, principal) do update
      set upto_seq = excluded.upto_seq, read_in = excluded.read_in, read_out = excluded.read_out`;

/** Adds to seats `s`, up to the capacity of each that is taken. */
export const seatsAdded = `on conflict (id_project, id_user) do update
      set held = s.held + excluded.held, most = case when excluded.held > 0 then excluded.most else s.most end,
        last_assigned_at = coalesce(excluded.last_assigned_at, s.last_assigned_at)`;

/**
 * The rest of every write to a request, if its `done` has a row: messages, history, seats, events, read positions of the senders, clock and service levels (`null`: unchanged).
 */
const companionWrites = (first: number, more = ''): string => {
  const [messages, history, seats, at, events, readers, clock, levels] = [0, 1, 2, 3, 4, 5, 6, 7].map(
    (offset) => `$${first + offset}`,
  );
  return `inserted_messages as (
    insert into message select m.* from json_populate_recordset(null::message, ${messages}::json) m, done),
  inserted_external_ids as (
    insert into message_external_id (id_project, request, channel, external_id, seq)
    select m.id_project, m.request, m.channel, m.external_id, m.seq
    from json_populate_recordset(null::message, ${messages}::json) m, done where m.external_id is not null),
  inserted_history as (
    insert into request_history
    select e.* from json_populate_recordset(null::request_history, ${history}::json) e, done),
  updated_seats as (
    insert into seat as s (id_project, id_user, held, last_assigned_at, most)
    select $1, d.id_user, d.held, case when d.assigned then ${at}::timestamptz end, d.most
    from json_to_recordset(${seats}::json) as d (id_user text, held int, assigned boolean, most int), done order by d.id_user
    ${seatsAdded}),
  advanced_readers as (
    insert into request_reader (id_project, request, principal, upto_seq, read_in, read_out)
    select $1, p.request, p.principal, p.seq, t.visible_in - p.in_after, t.visible_out - p.out_after
    from json_to_recordset(${readers}::json) as p (request text, principal text, seq int, in_after int, out_after int), done t
    order by p.principal ${movedForward}),
  moved_clock as (
    insert into clock as c (id_project, request, wake_at, config)
    select $1, n.request, n.wake_at, n.config
    from json_to_record(${clock}::json) as n (request text, wake_at timestamptz, config int, gone boolean), done where not n.gone
    on conflict (id_project, request) do update set wake_at = excluded.wake_at, config = excluded.config),
  kept_levels as (
    insert into service_level as l (id_project, request, record, policy, state)
    select $1, n.request, n.record, n.policy, n.state
    from json_to_record(${levels}::json) as n (request text, record jsonb, policy text, state text, gone boolean), done
    where n.gone is null and n.request is not null
    on conflict (id_project, request) do update set record = excluded.record, policy = excluded.policy, state = excluded.state),
  deleted_levels as (
    delete from service_level l using done, json_to_record(${levels}::json) as n (request text, gone boolean)
    where n.gone and l.id_project = $1 and l.request = n.request),
  deleted_clock as (
    delete from clock c using done, json_to_record(${clock}::json) as n (request text, gone boolean)
    where n.gone and c.id_project = $1 and c.request = n.request),
  inserted_events as (${outboxInsert(`select e.* from (${outboxRecords(events ?? '')}) e where exists (select from done)`)})${more}
  select count(*)::int as stored from done`;
};

/**
 * Stores a change unless another writer was faster. `$1` project, `$2` `_id`, `$3` version and `$4` last seq it was decided on,
 * `$5` head, `$6` request (`null`: unchanged), then messages, history, seats, time, events, readers, clock,
 * service levels (both `null`: unchanged); `$15` whether no text that is searched has changed.
 */
export const storeChange: Statement = { name: 'store_change', text: changeText() };

const runColumns = 'id_project, id, rule, request, event, chain, result, record';
const insertedRun = (row: string, where: string): string => `
    insert into rule_run (${runColumns}) select ${runColumns} from json_populate_record(null::rule_run, ${row}::json) ${where}`;

/** The same, with the run of the rule that has made the change: `$16` its row. A second one of an event or chain is a unique violation. */
export const storeChangeOfRun: Statement = {
  name: 'store_change_of_run',
  text: changeText(`,
  inserted_run as (${insertedRun('$16', 'where exists (select from done)')})`),
};
/** A run that has changed nothing; `$1` its row. */
export const storeRun: Statement = { name: 'store_run', text: insertedRun('$1', '') };

function changeText(more = ''): string {
  return `with done as (
    update request_head h set version = n.version, last_seq = n.last_seq, updated_at = n.updated_at,
      active_at = n.active_at, bot_streak = n.bot_streak, revision = h.revision + ($6::json is not null or $14::json is not null)::int,
      quiet_revisions = h.quiet_revisions + ($15::boolean and ($6::json is not null or $14::json is not null))::int,
      visible_in = h.visible_in + n.visible_in, visible_out = h.visible_out + n.visible_out,
      visible_seq = coalesce(n.visible_seq, h.visible_seq), last_message_at = coalesce(n.last_message_at, h.last_message_at),
      listed_under = n.listed_under, last_requester_at = n.last_requester_at, last_team_at = n.last_team_at, due_at = n.due_at
    from json_populate_record(null::request_head, $5::json) n
    where h.id_project = $1 and h.id = $2 and h.version = $3 and h.last_seq = $4 returning h.visible_in, h.visible_out),
  updated_request as (
    update request r set (${mutableColumns.join(', ')}) = row(${mutableColumns.map((column) => `n.${column}`).join(', ')})
    from json_populate_record(null::request, $6::json) n, done
    where r.id_project = $1 and r.id = $2 and $6::json is not null),
  ${companionWrites(7, more)}`;
}

/**
 * Deletes a request with all its rows, if its version is unchanged. `$1` project, `$2` `_id`, `$3` version, `$4` last seq,
 * then messages, history (none), seats, time, events, readers (none), clock, service levels.
 */
export const storeRemoval: Statement = {
  name: 'store_removal',
  text: `with done as (
    delete from request_head h where h.id_project = $1 and h.id = $2 and h.version = $3 and h.last_seq = $4
    returning h.visible_in, h.visible_out),
  deleted_request as (delete from request r using done where r.id_project = $1 and r.id = $2),
  deleted_messages as (delete from message m using done where m.id_project = $1 and m.request = $2),
  deleted_external_ids as (delete from message_external_id x using done where x.id_project = $1 and x.request = $2),
  deleted_readers as (delete from request_reader p using done where p.id_project = $1 and p.request = $2),
  deleted_history as (delete from request_history e using done where e.id_project = $1 and e.request = $2),
  deleted_scheduled as (delete from scheduled_message m using done where m.id_project = $1 and m.request = $2),
  deleted_links as (delete from request_link l using done where l.id_project = $1 and (l.request = $2 or (l.other = $2 and
    l.request in (select o.other from request_link o where o.id_project = $1 and o.request = $2)))),
  ${companionWrites(5)}`,
};

/** Maximum number of messages that one statement stores. */
export const maxAppended = 32;

/** What `appendMessages` knows of each request, as JSON. */
export interface Append {
  id_project: string;
  /** `_id` of the request. */
  id: string;
  version: number;
  last_seq: number;
  at: Date;
  bot_streak: number;
  /** The person whose visible message it is, if any. */
  person: 'requester' | 'team' | null;
  /** Visible messages in and out that it adds. */
  visible_in: number;
  visible_out: number;
  lead: string | null;
  requester: string;
  /** Of the cached request and clock it was decided on, both of which must still be current. */
  stamp: string | null;
  channel: string;
  external_id: string | null;
  /** Whose position moves to it. */
  reader: string | null;
}

const appendColumns = `id_project text, id text, version int, last_seq int, at timestamptz, bot_streak int, person text, visible_in int, visible_out int,
  lead text, requester text, stamp text, channel text, external_id text, reader text`;

/**
 * The hot path: messages that change only the heads of their requests, one for each request. Returns the previous heads; a request that is
 * gone, or locked by another writer, has none: one of them must not hold up the others. `$1` array of `Append`, `$2` messages, `$3` events.
 */
export const appendMessages: Statement = {
  name: 'append_messages',
  // The limit says to the planner how few there are. A subquery that locks is not pulled up: heads are found by their key.
  text: `with input as materialized (
    select * from json_to_recordset($1::json) as i (${appendColumns}) limit ${maxAppended}),
  head as materialized (
    select i.id, i.id_project, h.* from input i cross join lateral (
      ${headText('i.id_project', 'i.id', 'i.lead', 'i.requester')} for no key update of h skip locked) h),
  done as (
    update request_head h set last_seq = i.last_seq + 1, updated_at = i.at, active_at = i.at, bot_streak = i.bot_streak,
      visible_in = h.visible_in + i.visible_in, visible_out = h.visible_out + i.visible_out,
      visible_seq = case when i.visible_in + i.visible_out > 0 then i.last_seq + 1 else h.visible_seq end,
      last_message_at = case when i.visible_in + i.visible_out > 0 then i.at else h.last_message_at end,
      last_requester_at = case when i.person = 'requester' then i.at else h.last_requester_at end,
      last_team_at = case when i.person = 'team' then i.at else h.last_team_at end
    from input i join head using (id_project, id)
    where h.id_project = i.id_project and h.id = i.id and h.version = i.version and h.last_seq = i.last_seq
      and h.revision = head.revision
      and (i.stamp is null or head.stamp = i.stamp
        and i.at between head.now - interval '1 second' and head.now + interval '1 second')
      and (select x.seq from message_external_id x where x.id_project = i.id_project and x.request = i.id
        and x.channel = i.channel and x.external_id = i.external_id) is null
    returning i.*, h.visible_in as total_in, h.visible_out as total_out),
  inserted_messages as (
    insert into message select m.* from json_populate_recordset(null::message, $2::json) m
    join done on done.id_project = m.id_project and done.id = m.request),
  inserted_external_ids as (
    insert into message_external_id (id_project, request, channel, external_id, seq)
    select id_project, id, channel, external_id, last_seq + 1 from done where external_id is not null),
  advanced_readers as (
    insert into request_reader (id_project, request, principal, upto_seq, read_in, read_out)
    select id_project, id, reader, last_seq + 1, total_in, total_out from done where reader is not null ${movedForward}),
  inserted_events as (${outboxInsert(`select e.* from (${outboxRecords('$3')}) e
    join done on done.id_project = e.id_project and done.id = e.partition_key`)})
  select head.*, exists (select from done where done.id_project = head.id_project and done.id = head.id) as stored from head`,
};

export const findByExternalIds: Statement = {
  name: 'find_by_external_ids',
  text: `select ${messageColumns} from unnest($3::text[], $4::text[]) k (channel, external_id)
    join message_external_id x on x.id_project = $1 and x.request = $2 and x.channel = k.channel
      and x.external_id = k.external_id
    join message m on m.id_project = x.id_project and m.request = x.request and m.seq = x.seq`,
};

/** Takes the next `$2` ticket numbers of a project; returns the last one. */
export const takeTickets: Statement = {
  name: 'take_tickets',
  text: `insert into ticket_counter as t (id_project, last) values ($1, $2)
    on conflict (id_project) do update set last = t.last + excluded.last returning last`,
};

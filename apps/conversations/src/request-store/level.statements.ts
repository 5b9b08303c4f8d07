import type { Statement } from '@parley/service-kit/database';
import { outboxInsert, outboxRecords } from '@parley/service-kit/outbox';

/** Maximum number of changes of service levels that one statement stores: it locks their requests for some tens of ms. */
export const maxLevelled = 32;

const columns = `id_project text, id text, version int, last_seq int, next_version int, at timestamptz, due_at timestamptz,
  history_seq int, record jsonb, policy text, state text, clock json`;

/**
 * Stores changes of service levels alone, one for each request, of any projects. Returns the keys of those that are stored: not one that
 * another writer has changed or locked, for which the others must not wait. `$1` array of `levelRow`, `$2` history, `$3` events.
 */
export const storeLevels: Statement = {
  name: 'store_levels',
  // The limit says to the planner how few there are. A subquery that locks is not pulled up: heads are found by their key.
  text: `with input as materialized (select * from json_to_recordset($1::json) as i (${columns}) limit ${maxLevelled}),
  head as materialized (
    select i.id_project, i.id from input i cross join lateral (
      select h.id from request_head h where h.id_project = i.id_project and h.id = i.id
        and h.version = i.version and h.last_seq = i.last_seq for no key update of h skip locked) h),
  done as (
    update request_head h set version = i.next_version, updated_at = i.at, due_at = i.due_at,
      revision = h.revision + 1, quiet_revisions = h.quiet_revisions + 1
    from input i join head using (id_project, id)
    where h.id_project = i.id_project and h.id = i.id and h.version = i.version and h.last_seq = i.last_seq
    returning i.*),
  numbered as (
    update request r set history_seq = d.history_seq from done d
    where r.id_project = d.id_project and r.id = d.id and r.history_seq <> d.history_seq),
  inserted_history as (
    insert into request_history
    select e.* from json_populate_recordset(null::request_history, $2::json) e
    join done d on d.id_project = e.id_project and d.id = e.request),
  kept_levels as (
    insert into service_level as l (id_project, request, record, policy, state)
    select d.id_project, d.id, d.record, d.policy, d.state from done d
    on conflict (id_project, request) do update set record = excluded.record, policy = excluded.policy, state = excluded.state),
  clock_row as (
    select d.id_project, c.* from done d
    cross join lateral json_to_record(d.clock) as c (request text, wake_at timestamptz, config int, gone boolean)
    where d.clock is not null),
  moved_clock as (
    insert into clock as c (id_project, request, wake_at, config)
    select n.id_project, n.request, n.wake_at, n.config from clock_row n where not n.gone
    on conflict (id_project, request) do update set wake_at = excluded.wake_at, config = excluded.config),
  deleted_clock as (
    delete from clock c using clock_row n where n.gone and c.id_project = n.id_project and c.request = n.request),
  inserted_events as (${outboxInsert(
    // An array, not a join: events are numbered in the order in which they come.
    `select e.* from (${outboxRecords('$3')}) e
    where (e.id_project || ' ' || e.partition_key) = any(array(select d.id_project || ' ' || d.id from done d))`,
  )})
  select d.id_project as "projectId", d.id from done d`,
};

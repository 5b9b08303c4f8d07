import type { Statement } from '@parley/service-kit/database';

import { aboutTextsSql, aboutWordsSql, saidTextsSql, saidWordsSql } from '../access/request-words.ts';

/** In bytes; PostgreSQL limits a `tsvector` to one megabyte. */
const maxWords = 300_000;

/** Messages of request `r` after `known`. */
const messagesAfter = (known: string): string =>
  `message m where m.id_project = $1 and m.request = r.id and m.seq > ${known}`;

/** Limits of what searches read outside the index: number of requests, and their age in seconds. */
const maxRecent = 300;
const recentS = 120;

/** SQL of a row found by its key, whatever the planner expects of the tables. */
const byKey = (columns: string, from: string): string => `lateral (select ${columns} from ${from} offset 0)`;

/** Of request head `h`: grows with each change of what `request_words` calls `about`. */
const wordsRevision = 'h.revision - h.quiet_revisions';

/** Up to which message the words are indexed. Words stored with a request leave out those of its first text, which may change. */
const knownSeq = 'case when s.pending and s.revision <> h.revision then 0 else coalesce(s.seq, 0) end';

/**
 * Requests of project `$1` that were written recently and are not up to date in `request_words`, with the texts that are not indexed: `about` is null
 * where its words are those of the index. The first row says whether the project is being moved.
 */
export const readUnindexed: Statement = {
  name: 'search_unindexed',
  text: `select p."isMoving", u.* from (
      select exists (select from words_progress where id_project = $1 and moved_from is not null) as "isMoving") p
    left join lateral (
      select h.id as request, ${saidTextsSql(messagesAfter(knownSeq))} as said,
        case when s.revision = h.revision and s.stale = 0 then null else ${aboutTextsSql} end as about
      from (
        select h.id, h.last_seq, ${wordsRevision} as revision from request_head h
        where h.id_project = $1 and h.updated_at > now() - interval '${recentS} s' order by h.updated_at desc, h.id desc limit ${maxRecent}) h
      left join ${byKey('w.seq, w.revision, w.stale, w.pending', 'request_words w where w.id_project = $1 and w.request = h.id')} s on true
      cross join ${byKey('*', 'request r where r.id_project = $1 and r.id = h.id')} r
      left join ${byKey('c.record', 'copy_lead c where c.id_project = $1 and c.id = r.lead_id')} l on true
      where s.seq is distinct from h.last_seq or s.revision is distinct from h.revision) u on true`,
};

/**
 * Indexes the requests in `due` (`id`, `last_seq`, `revision`). Words of messages are only added; an erasure deletes them all. `stale` is a counter:
 * increments made since it was read remain. The key-share lock prevents deletion and blocks no message.
 */
const indexing = `
  held as (
    select d.*, case when not s.pending then s.said end as known, case when s.pending then 0 else coalesce(s.seq, 0) end as seq,
       coalesce(s.stale, 0) as stale
    from due d join request r on r.id_project = $1 and r.id = d.id
    left join request_words s on s.id_project = $1 and s.request = d.id
    for key share of r),
  words as (
    select r.id, h.last_seq, h.revision, h.stale, ${aboutWordsSql} as about,
      coalesce(h.known, '') as before, ${saidWordsSql(messagesAfter('h.seq'))} as said
    from held h join request r on r.id_project = $1 and r.id = h.id
    left join copy_lead l on l.id_project = $1 and l.id = r.lead_id),
  indexed as (
    insert into request_words as s (id_project, request, about, said, seq, revision, stale, indexed_at)
    select $1, w.id, w.about,
      case when pg_column_size(w.before || ''::tsvector) < ${maxWords} then w.before || w.said else w.before end,
      w.last_seq, w.revision, w.stale, now()
    from words w
    on conflict (id_project, request) do update set about = excluded.about, said = excluded.said, seq = excluded.seq,
      revision = excluded.revision, stale = s.stale - excluded.stale, pending = false, indexed_at = excluded.indexed_at
    returning 1)`;

/*
 * Debounce, in seconds: indexing rewrites all words of a conversation, so it waits for a quiet period and a minimum interval; a
 * conversation that stays active is indexed at a maximum interval. Searches read the most recent ones themselves: one that is about
 * to fall out of these waits for the minimum interval alone.
 */
const quietS = 30;
const againS = 60;
const busyS = 300;
const surelyRecent = (maxRecent * 2) / 3;

/**
 * Scans the next `$4` requests of project `$1` after `updated_at` `$2` and `_id` `$3` and indexes the outdated and the new ones; with `$5`
 * only those that are past their debounce. Returns the end of the scan.
 */
export const indexWritten: Statement = {
  name: 'index_written',
  text: `with seen as materialized (
      select h.id, h.last_seq, ${wordsRevision} as revision, h.updated_at from request_head h
      where h.id_project = $1 and (h.updated_at, h.id) > ($2, $3) order by h.updated_at, h.id limit $4),
    recent as materialized (
      select updated_at from request_head where id_project = $1 order by updated_at desc, id desc offset ${surelyRecent} limit 1),
    due as materialized (
      select n.id, n.last_seq, n.revision from seen n
      left join request_words s on s.id_project = $1 and s.request = n.id
      where (s.seq is distinct from n.last_seq or s.revision <> n.revision or s.pending) and (not $5
        or (n.updated_at < now() - interval '${quietS} s' or n.updated_at <= (select updated_at from recent))
          and coalesce(s.pending or s.indexed_at < now() - interval '${againS} s', true)
        or s.indexed_at < now() - interval '${busyS} s')),
    ${indexing}
    select n.updated_at as "updatedAt", n.id, (select count(*)::int from seen) as seen,
      (select count(*)::int from indexed) as indexed
    from seen n order by n.updated_at desc, n.id desc limit 1`,
};

/** Reindexes up to `$2` requests whose lead was renamed. */
export const indexStale: Statement = {
  name: 'index_stale',
  text: `with due as materialized (
      select h.id, h.last_seq, ${wordsRevision} as revision from (
        (select s.request from request_words s where s.id_project = $1 and s.stale > 0 order by s.request limit $2)
        union all (select o.request from request_search o where o.id_project = $1 and o.stale > 0
          and exists (select from words_progress g where g.id_project = $1 and g.moved_from is not null)
          and not exists (select from request_words s where s.id_project = $1 and s.request = o.request) limit $2)
        limit $2) s
      join request_head h on h.id_project = $1 and h.id = s.request),
    ${indexing}
    select count(*)::int as indexed from indexed`,
};

/** Moves up to `$2` requests of project `$1` that the earlier tokeniser has indexed, from the newest on, and says how far it has come. */
export const moveEarlier: Statement = {
  name: 'move_search_words',
  text: `with progress as materialized (
      select moved_from, coalesce(to_move, (select count(*)::int from request_head where id_project = $1)) as to_move
      from words_progress where id_project = $1 for update),
    seen as materialized (
      select h.id, h.last_seq, ${wordsRevision} as revision from request_head h
      where h.id_project = $1 and h.id < (select moved_from from progress) order by h.id desc limit $2),
    due as materialized (
      select n.* from seen n where not exists (select from request_words s where s.id_project = $1 and s.request = n.id)),
    ${indexing}
    update words_progress g set to_move = p.to_move, moved = g.moved + (select count(*)::int from seen),
      moved_from = case when (select count(*) from seen) = $2 then (select min(id) from seen) end
    from progress p where g.id_project = $1
    returning g.moved, g.to_move as "toMove", g.moved_from is not null as "isMoving"`,
};

/** Requests that are still to be moved, in all projects. */
export const countToMove: Statement = {
  name: 'search_to_move',
  text: `select coalesce(sum(greatest(g.to_move - g.moved, 0)), 0)::int as left from words_progress g where g.moved_from is not null`,
};

/** Projects with something to index, found with one index probe per project. */
export const projects: Statement = {
  name: 'search_projects',
  text: `with recursive p as (
      (select h.id_project from request_head h order by h.id_project limit 1)
      union all
      select (select h.id_project from request_head h where h.id_project > p.id_project order by h.id_project limit 1)
      from p where p.id_project is not null)
    select p.id_project as "projectId", coalesce(g.until, '-infinity') as until, clock_timestamp() as now,
      coalesce(g.moved_from is not null, false) as "isMoving",
      exists (select from request_words s where s.id_project = p.id_project and s.stale > 0) as stale
    from p left join words_progress g on g.id_project = p.id_project
    where p.id_project is not null and (
      exists (select from request_head h where h.id_project = p.id_project
        and h.updated_at > coalesce(g.until - $1 * interval '1 ms', '-infinity'))
      or g.moved_from is not null
      or exists (select from request_words s where s.id_project = p.id_project and s.stale > 0))`,
};

export const keepProgress: Statement = {
  name: 'search_progress',
  text: `insert into words_progress as p (id_project, until) values ($1, $2)
    on conflict (id_project) do update set until = excluded.until where p.until < excluded.until`,
};

import type { Statement } from '@parley/service-kit/database';

import { endUserAudiences } from '../access/message.view.ts';

/** Only the beginning of a long text and the end of a long conversation are indexed. */
const longText = 20_000;
const longTalk = 60_000;
/** In bytes; PostgreSQL limits a `tsvector` to one megabyte. */
const maxWords = 300_000;

const visible = endUserAudiences.map((audience) => `'${audience}'`).join(', ');

/** Weights decide who may find a word: `B` and `C` all who see the request, `D` only the team. */
const aboutSql = `
  setweight(search_words(concat_ws(' ', left(r.first_text, ${longText}), r.subject, r.rating_message,
    r.snapshot->'lead'->>'fullname', r.snapshot->'lead'->>'email', l.record->>'fullname', l.record->>'email')), 'B')
  || setweight(search_words(concat_ws(' ',
    (select string_agg(t->>'tag', ' ') from jsonb_array_elements(r.tags) t),
    (select left(string_agg(n->>'text', ' '), ${longText}) from jsonb_array_elements(r.notes) n))), 'D')`;

/** Words of the messages of request `r` after `known`. */
const saidSql = (known: string): string => `(
  select setweight(search_words(coalesce(left(string_agg(m.text, ' ' order by m.seq desc)
      filter (where m.audience in (${visible})), ${longTalk}), '')), 'C')
    || setweight(search_words(coalesce(left(string_agg(m.text, ' ' order by m.seq desc)
      filter (where m.audience not in (${visible})), ${longTalk}), '')), 'D')
  from message m where m.id_project = $1 and m.request = r.id and m.seq > ${known})`;

/** Limits of what searches read outside the index: number of requests, and their age in seconds. */
const maxRecent = 300;
const recentS = 120;

/**
 * The common table expression `recent`: requests of project `$1` that are not up to date in `request_search`, with their current
 * words. Most only gained messages, whose words are added to those indexed.
 */
export const recentSql = `recent as materialized (
  select h.id as request, case when s.revision = h.revision and s.stale = 0 then s.about else ${aboutSql} end as about,
    case when s.revision = h.revision then s.said || ${saidSql('s.seq')} else ${saidSql('0')} end as said
  from (
    select id, last_seq, revision from request_head
    where id_project = $1 and updated_at > now() - interval '${recentS} s' order by updated_at desc, id desc limit ${maxRecent}) h
  join request r on r.id_project = $1 and r.id = h.id
  left join copy_lead l on l.id_project = $1 and l.id = r.lead_id
  left join request_search s on s.id_project = $1 and s.request = h.id
  where s.seq is distinct from h.last_seq or s.revision <> h.revision)`;

/** Current words of the requests of project `$1`; needs `recentSql`. @param request SQL of one request; absent: all */
export function searchableSql(request?: string): string {
  const isAsked = request === undefined ? 'true' : `request = ${request}`;
  return `(
    select request, about, said from recent where ${isAsked}
    union all select request, about, said from request_search
    where id_project = $1 and ${isAsked} and request <> all (array(select request from recent)))`;
}

/**
 * Indexes the requests in `due` (`id`, `last_seq`, `revision`). If a request only gained messages, their words are appended;
 * otherwise all words are computed again. `stale` is a counter: increments made since it was read remain. The key-share lock
 * prevents deletion and blocks no message.
 */
const indexing = `
  held as (
    select d.*, s.said as known, coalesce(s.seq, 0) as seq, coalesce(s.stale, 0) as stale,
      s.request is not null and s.revision = d.revision and s.stale = 0 and s.seq <= d.last_seq as grows
    from due d join request r on r.id_project = $1 and r.id = d.id
    left join request_search s on s.id_project = $1 and s.request = d.id
    for key share of r),
  words as (
    select r.id, h.last_seq, h.revision, h.stale, ${aboutSql} as about,
      case when h.grows then h.known else '' end as before, ${saidSql('(case when h.grows then h.seq else 0 end)')} as said
    from held h join request r on r.id_project = $1 and r.id = h.id
    left join copy_lead l on l.id_project = $1 and l.id = r.lead_id),
  indexed as (
    insert into request_search as s (id_project, request, about, said, seq, revision, stale, indexed_at)
    select $1, w.id, w.about,
      case when pg_column_size(w.before || ''::tsvector) < ${maxWords} then w.before || w.said else w.before end,
      w.last_seq, w.revision, w.stale, now()
    from words w
    on conflict (id_project, request) do update set about = excluded.about, said = excluded.said, seq = excluded.seq,
      revision = excluded.revision, stale = s.stale - excluded.stale, indexed_at = excluded.indexed_at
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
 * Scans the next `$4` requests of project `$1` after `updated_at` `$2` and `_id` `$3` and indexes the outdated ones; with `$5`
 * only those that are past their debounce. Returns the end of the scan.
 */
export const indexWritten: Statement = {
  name: 'index_written',
  text: `with seen as materialized (
      select h.id, h.last_seq, h.revision, h.updated_at from request_head h
      where h.id_project = $1 and (h.updated_at, h.id) > ($2, $3) order by h.updated_at, h.id limit $4),
    recent as materialized (
      select updated_at from request_head where id_project = $1 order by updated_at desc, id desc offset ${surelyRecent} limit 1),
    due as materialized (
      select n.id, n.last_seq, n.revision from seen n
      left join request_search s on s.id_project = $1 and s.request = n.id
      where (s.seq is distinct from n.last_seq or s.revision <> n.revision) and (not $5
        or (n.updated_at < now() - interval '${quietS} s' or n.updated_at <= (select updated_at from recent))
          and coalesce(s.indexed_at < now() - interval '${againS} s', true)
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
      select h.id, h.last_seq, h.revision from (
        select s.request from request_search s where s.id_project = $1 and s.stale > 0 order by s.request limit $2) s
      join request_head h on h.id_project = $1 and h.id = s.request),
    ${indexing}
    select count(*)::int as indexed from indexed`,
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
      exists (select from request_search s where s.id_project = p.id_project and s.stale > 0) as stale
    from p left join search_progress g on g.id_project = p.id_project
    where p.id_project is not null and (
      exists (select from request_head h where h.id_project = p.id_project
        and h.updated_at > coalesce(g.until - $1 * interval '1 ms', '-infinity'))
      or exists (select from request_search s where s.id_project = p.id_project and s.stale > 0))`,
};

export const keepProgress: Statement = {
  name: 'search_progress',
  text: `insert into search_progress as p (id_project, until) values ($1, $2)
    on conflict (id_project) do update set until = excluded.until where p.until < excluded.until`,
};

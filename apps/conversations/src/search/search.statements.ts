import type { Statement } from '@parley/service-kit/database';

import { endUserAudiences } from '../access/message.view.ts';

/** Of a long text its beginning is searched, and of a long talk what was said last. */
const longText = 20_000;
const longTalk = 60_000;
/** In bytes: PostgreSQL holds no more than a megabyte of words in one value. */
const mostWords = 300_000;

const visible = endUserAudiences.map((audience) => `'${audience}'`).join(', ');

/**
 * Words carry a weight that tells who may find them: `B` and `C` whoever sees the request, `D` the team alone. See `teamWeight`.
 */
const aboutSql = `
  setweight(search_words(concat_ws(' ', left(r.first_text, ${longText}), r.subject, r.rating_message,
    r.snapshot->'lead'->>'fullname', r.snapshot->'lead'->>'email', l.record->>'fullname', l.record->>'email')), 'B')
  || setweight(search_words(concat_ws(' ',
    (select string_agg(t->>'tag', ' ') from jsonb_array_elements(r.tags) t),
    (select left(string_agg(n->>'text', ' '), ${longText}) from jsonb_array_elements(r.notes) n))), 'D')`;

/** What was said in request `r` after the message of `known`. */
const saidSql = (known: string): string => `(
  select setweight(search_words(coalesce(left(string_agg(m.text, ' ' order by m.seq desc)
      filter (where m.audience in (${visible})), ${longTalk}), '')), 'C')
    || setweight(search_words(coalesce(left(string_agg(m.text, ' ' order by m.seq desc)
      filter (where m.audience not in (${visible})), ${longTalk}), '')), 'D')
  from message m where m.id_project = $1 and m.request = r.id and m.seq > ${known})`;

/** So many of the requests that were written to last are looked into without the index, of so many seconds. */
const mostRecent = 300;
const recentS = 120;

/**
 * Requests of project `$1` whose words are not up to date in `request_search`, with the words that they have now: the common table
 * expression `recent`. Most of them only grew, of which the words they had are known.
 */
export const recentSql = `recent as materialized (
  select h.id as request, case when s.revision = h.revision and s.stale = 0 then s.about else ${aboutSql} end as about,
    case when s.revision = h.revision then s.said || ${saidSql('s.seq')} else ${saidSql('0')} end as said
  from (
    select id, last_seq, revision from request_head
    where id_project = $1 and updated_at > now() - interval '${recentS} s' order by updated_at desc, id desc limit ${mostRecent}) h
  join request r on r.id_project = $1 and r.id = h.id
  left join copy_lead l on l.id_project = $1 and l.id = r.lead_id
  left join request_search s on s.id_project = $1 and s.request = h.id
  where s.seq is distinct from h.last_seq or s.revision <> h.revision)`;

/** The words of requests of project `$1`, up to date; beside `recentSql`. @param request SQL of the one; absent: of all */
export function searchableSql(request?: string): string {
  const isAsked = request === undefined ? 'true' : `request = ${request}`;
  return `(
    select request, about, said from recent where ${isAsked}
    union all select request, about, said from request_search
    where id_project = $1 and ${isAsked} and request <> all (array(select request from recent)))`;
}

/**
 * Indexes those of `due` (request `id`, its `last_seq` and `revision`). While a request only grows by messages, so do its words;
 * after any other write they are made anew. `stale` counts: what grew since this was read stays for the next time. The lock keeps a request from being deleted meanwhile, and stops no message.
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
      case when pg_column_size(w.before || ''::tsvector) < ${mostWords} then w.before || w.said else w.before end,
      w.last_seq, w.revision, w.stale, now()
    from words w
    on conflict (id_project, request) do update set about = excluded.about, said = excluded.said, seq = excluded.seq,
      revision = excluded.revision, stale = s.stale - excluded.stale, indexed_at = excluded.indexed_at
    returning 1)`;

/*
 * Each time a conversation is indexed all its words are written again. So it waits until nothing was written for a while, and until some
 * time after it was indexed last; one that goes on and on is indexed every now and then. In seconds. Searches look into the most recent
 * ones themselves: one that is about to fall out of these waits for its minute alone.
 */
const quietS = 30;
const againS = 60;
const busyS = 300;
const surelyRecent = (mostRecent * 2) / 3;

/**
 * Looks at the `$4` requests written next after time `$2` and `_id` `$3`, and indexes those whose words are not up to date; with `$5`
 * only those whose time has come. `$1` project. Answers where it has come to.
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

/** Indexes up to `$2` requests anew whose lead has another name. */
export const indexStale: Statement = {
  name: 'index_stale',
  text: `with due as materialized (
      select h.id, h.last_seq, h.revision from (
        select s.request from request_search s where s.id_project = $1 and s.stale > 0 order by s.request limit $2) s
      join request_head h on h.id_project = $1 and h.id = s.request),
    ${indexing}
    select count(*)::int as indexed from indexed`,
};

/** Every project that has a request, found by one look into the index for each. */
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

/** Columns of a fact that are copied to each participation: all that figures of one participant need. */
const figures = ['department', 'channel', 'status', 'has_bot', 'waiting_ms', 'duration_ms', 'rating'];
const columns = ['id_project', 'created_at', 'request', 'participant', ...figures].join(', ');
const figuresOf = (row: string) => `(${figures.map((column) => `${row}.${column}`).join(', ')})`;

/** The participations according to the facts. @param facts rows of `request_fact`, as SQL */
function participationsSql(facts: string): string {
  return `select id_project, created_at, id as request, participant, ${figures.join(', ')}
    from (${facts}) fact cross join unnest(participants) participant where is_counted`;
}

const factsSql = (which: string): string => `select * from request_fact where ${which}`;

/** Inserts participations, or updates those that differ. @param facts rows of `request_fact`, as SQL */
export function addParticipationsSql(facts = 'select * from request_fact'): string {
  return `insert into participation (${columns}) select ${columns} from (${participationsSql(facts)}) source
    on conflict (id_project, created_at, request, participant) do update
      set ${figures.map((column) => `${column} = excluded.${column}`).join(', ')}
      where ${figuresOf('participation')} is distinct from ${figuresOf('excluded')}`;
}

/**
 * Sets participations to the facts of a project, the first value. Each fact is looked up by id (`offset 0`): imports may create any
 * number of facts at one time.
 * @param facts rows of `request_fact`, as SQL @param held the keys of their rows in `participation`, as SQL
 */
function setParticipationsSql(facts: string, held: string): string {
  return `with stale as materialized (select h.created_at, h.request, h.participant from (${held}) h where not exists (
      select from (select * from request_fact where id_project = $1 and id = h.request offset 0) f
      where f.is_counted and f.created_at = h.created_at and h.participant = any(f.participants))),
    gone as (delete from participation p using stale where p.id_project = $1 and p.created_at = stale.created_at
      and p.request = stale.request and p.participant = stale.participant)
    ${addParticipationsSql(facts)}`;
}

/** Sets the participations of a project that were created within a time: from `$2` to `$3`. */
export const setParticipationsWithin = {
  name: 'participations_within_set',
  text: setParticipationsSql(
    factsSql('id_project = $1 and created_at >= $2 and created_at < $3'),
    'select * from participation where id_project = $1 and created_at >= $2 and created_at < $3',
  ),
};

/**
 * Sets the participations of some requests; values: the project, their ids, and their times of creation. What concerns each request is
 * looked up by itself (`offset 0`): by old statistics, PostgreSQL would check every participation of the project.
 */
export const setParticipationsOfRequests = {
  name: 'participations_of_requests_set',
  text: setParticipationsSql(
    `select fact.* from (select distinct id from unnest($2::text[]) id) asked
      cross join lateral (select * from request_fact where id_project = $1 and id = asked.id offset 0) fact`,
    `select held.* from (select distinct * from unnest($2::text[], $3::timestamptz[])) asked(request, created_at)
      cross join lateral (select created_at, request, participant from participation
        where id_project = $1 and created_at = asked.created_at and request = asked.request offset 0) held`,
  ),
};

/** Participations that differ from the facts of a project, from one instant (the second value) to another. */
export const differingParticipationsSql = `select coalesce(f.request, p.request) as request,
    coalesce(f.participant, p.participant) as participant, (p.request is not null)::int as stored, (f.request is not null)::int as raw
  from (${participationsSql(factsSql('id_project = $1 and created_at >= $2 and created_at < $3'))}) f
  full join (select * from participation where id_project = $1 and created_at >= $2 and created_at < $3) p
    on p.created_at = f.created_at and p.request = f.request and p.participant = f.participant
  where p.request is null or f.request is null or ${figuresOf('p')} is distinct from ${figuresOf('f')}`;

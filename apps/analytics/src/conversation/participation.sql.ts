/** Columns of a fact that are copied to each participation: all that figures of one participant need. */
const figures = ['department', 'channel', 'status', 'has_bot', 'waiting_ms', 'duration_ms', 'rating'];
const columns = ['id_project', 'created_at', 'request', 'participant', ...figures].join(', ');
const figuresOf = (row: string) => `(${figures.map((column) => `${row}.${column}`).join(', ')})`;

/** The participations according to the facts. @param which condition for `request_fact` */
function participationsSql(which: string): string {
  return `select id_project, created_at, id as request, participant, ${figures.join(', ')}
    from request_fact cross join unnest(participants) participant where is_counted and ${which}`;
}

/** Inserts participations, or updates those that differ. */
export function addParticipationsSql(which: string): string {
  return `insert into participation (${columns}) select ${columns} from (${participationsSql(which)}) source
    on conflict (id_project, created_at, request, participant) do update
      set ${figures.map((column) => `${column} = excluded.${column}`).join(', ')}
      where ${figuresOf('participation')} is distinct from ${figuresOf('excluded')}`;
}

/**
 * Sets participations to the facts of a project, the first value. Each fact is looked up by id (`offset 0`): imports may create any
 * number of facts at one time.
 * @param which condition for `request_fact` @param rows the same for `participation p`
 */
export function setParticipationsSql(which: string, rows: string): string {
  return `with gone as (delete from participation p where p.id_project = $1 and ${rows} and not exists (
      select from (select * from request_fact where id_project = $1 and id = p.request offset 0) f
      where f.is_counted and f.created_at = p.created_at and p.participant = any(f.participants)))
    ${addParticipationsSql(`id_project = $1 and ${which}`)}`;
}

/** Sets the participations of some requests; values: the project, their ids, and their times of creation. */
export const setParticipationsOfRequests = {
  name: 'participations_of_requests_set',
  text: setParticipationsSql(
    'id = any($2)',
    '(p.request, p.created_at) in (select * from unnest($2::text[], $3::timestamptz[]))',
  ),
};

/** Participations that differ from the facts of a project, from one instant (the second value) to another. */
export const differingParticipationsSql = `select coalesce(f.request, p.request) as request,
    coalesce(f.participant, p.participant) as participant, (p.request is not null)::int as stored, (f.request is not null)::int as raw
  from (${participationsSql('id_project = $1 and created_at >= $2 and created_at < $3')}) f
  full join (select * from participation where id_project = $1 and created_at >= $2 and created_at < $3) p
    on p.created_at = f.created_at and p.request = f.request and p.participant = f.participant
  where p.request is null or f.request is null or ${figuresOf('p')} is distinct from ${figuresOf('f')}`;

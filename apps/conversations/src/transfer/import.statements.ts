const highestTicket = `insert into ticket_counter (id_project, last)
  select $1, coalesce(max(ticket_id), 0) from request where id_project = $1
  on conflict (id_project) do update set last = greatest(ticket_counter.last, excluded.last)`;

/** Without a limit: what an import brings is kept, even above it. The condition is that of `seatHolders`. */
const seats = `insert into seat (id_project, id_user, held, last_assigned_at)
  select $1, p.member, count(*), max(r.assigned_at) from request r cross join unnest(r.participants) p (member)
    where r.id_project = $1 and r.status = 200 and not r.draft and r.working_status is distinct from 'pending' and r.snooze is null
      and p.member not like 'bot\\_%'
    group by p.member
  on conflict (id_project, id_user) do update set held = excluded.held, last_assigned_at = excluded.last_assigned_at`;

/** A project with policies has a version of them, above all that its requests were judged by. */
const configuration = `insert into automation_config (id_project, version)
  select $1, 1 + greatest((select max(version) from hours_version where id_project = $1),
      (select max((record->>'config')::int) from service_level where id_project = $1), 0)
    where exists (select from sla_policy where id_project = $1)
  on conflict do nothing`;

/** Search reads everything again: what was loaded is older than where it stands. */
const words = 'delete from words_progress where id_project = $1';

/** What follows from all requests of project `$1`; may be repeated. */
export const finishImport: readonly string[] = [highestTicket, seats, configuration, words];

/** Surveys of an imported project ask about what is closed from now on. */
export const beginSurveys = {
  name: 'surveys_begin',
  text: `update survey set record = jsonb_set(record, '{since}', to_jsonb(
      (select case when is_called then last_value else 0 end from outbox_seq))) where id_project = $1`,
};

import { connectDatabase } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';

/** Number of requests of each project, one open for every `perOpen`, of which every third is of the department. */
export interface Amount {
  requests: number;
  department: string;
  /** Default 20. */
  perOpen?: number;
}

/** Fills the tables with requests of one message. Its own connections: those of a service give up on slow statements. */
export async function fill(
  url: string,
  projects: readonly string[],
  { requests, department, perOpen = 20 }: Amount,
): Promise<void> {
  const log = createLogger({ service: 'conversations', level: 'silent' });
  const patient = await connectDatabase({
    url,
    service: 'filling',
    log,
    limits: { statementMs: 120_000, transactionMs: 120_000 },
  });
  const values = [projects, requests, department, perOpen];
  for (const text of filling) await patient.query(text, text.includes('$3') ? values : []);
  await patient.query('analyze');
  await patient.close();
}

const filling = [
  `insert into request (id_project, id, request_id, ticket_id, created_at, created_by, status, requester, lead_id, contact,
      first_text, channel, channel_outbound, attributes, department_id, participants, followers, tags, notes, snapshot,
      abandoned_by, waiting_since, smart_assignment)
    select p, lpad(to_hex(n), 24, '0'), 'support-group-' || p || '-' || n, n, now() - n * interval '1 minute', 'v' || n % 500,
      case when n % $4::int = 0 then 100 else 1000 end, 'v' || n % 500, 'l' || n % 500, '{}', 'number ' || n, 'chat21', 'chat21', '{}',
      case when n % 3 = 0 then $3 else 'd' || n % 7 end, array['u' || n % 50], '{}', '[]', '[]', '{}', '{}', now(), false
    from unnest($1::text[]) p, generate_series(1, $2::int) n`,
  `insert into request_head (id_project, id, last_seq, updated_at, active_at)
    select id_project, id, 1, created_at, created_at from request`,
  `insert into message (id_project, request, seq, id, created_at, updated_at, created_by, sender, sender_fullname, text, type,
      attributes, status, channel, audience)
    select id_project, id, 1, id, created_at, created_at, requester, requester, 'Guest', first_text, 'text', '{}', 200, 'chat21', 'all'
    from request`,
  `insert into request_reader (id_project, request, principal, upto_seq, read_in, mentioned_at)
    select id_project, id, 'u' || n, 1, 0, case when n = 1 then now() - ticket_id * interval '1 day' end
    from request, generate_series(1, 3) n`,
  `insert into request_history (id_project, request, seq, id, event, verb, actor, action_obj, status_to, created_at)
    select id_project, id, 1, id, 'request.created', 'REQUEST_CREATE', '{}', '{}', 100, created_at from request`,
  `insert into request_words (id_project, request, about, said, seq, revision)
    select id_project, id, words_of(first_text, ''), '', 1, 0 from request`,
];

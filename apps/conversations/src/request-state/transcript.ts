/** Longer conversations have no transcript in the record; clients read them as a stream. */
const maxMessages = 2_000;

/**
 * The transcript of a closed `request r` with `request_head h`: its visible messages, built on each read, so that it is never
 * stale. One line each, `YYYY-MM-DD HH:mm:ss <name>: <text>` and CRLF, in UTC. Source: contract 20 section 1.
 */
export const transcriptSql = `case when r.status = 1000 and h.last_seq <= ${maxMessages} then (
  select coalesce(string_agg(to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') || ' ' ||
    m.sender_fullname || ': ' || m.text || E'\\r\\n', '' order by m.seq), '')
  from message m where m.id_project = r.id_project and m.request = r.id and m.audience = 'all') end`;

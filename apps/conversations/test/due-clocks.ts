import type { Database } from '@parley/service-kit/database';

/** Copies the only request of a project, with its clocks, so many times: all are due with it. */
export async function copyRequest(db: Database, projectId: string, copies: number): Promise<void> {
  const newIds = `'id', lpad(to_hex(n), 24, '0')`;
  const copied = (table: string, changes: string) =>
    // Once for each row: as a column it would be evaluated for each of its own.
    `insert into ${table} select copy.* from ${table} t, generate_series(1, $2::int) n,
       json_populate_record(t, json_build_object(${changes})) copy where t.id_project = $1`;
  const values = [projectId, copies];
  await db.query(copied('request', `${newIds}, 'ticket_id', t.ticket_id + n, 'request_id', t.request_id || n`), values);
  await db.query(copied('request_head', newIds), values);
  for (const table of ['service_level', 'clock'])
    await db.query(copied(table, `'request', lpad(to_hex(n), 24, '0')`), values);
}

/** Breaches of a project in the order in which they were committed, each with its request and how late it was found, in ms. */
export function breachesOf(db: Database, projectId: string): Promise<{ seq: number; request: string; late: number }[]> {
  return db.query(
    `select o.seq::int as seq, o.event::json->'data'->'request'->>'_id' as request, (o.event::json->'data'->>'late')::int as late
     from outbox o where o.id_project = $1 and o.type = 'request.sla_breached' order by o.seq`,
    [projectId],
  );
}

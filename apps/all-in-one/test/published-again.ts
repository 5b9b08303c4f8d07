import { newId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';

/** A row of an outbox. */
interface Published {
  id: string;
  type: string;
  row: Record<string, unknown>;
  event: Record<string, unknown>;
}

/** All events that a service has published of a project so far. */
export async function outboxOf(db: Database, projectId: string): Promise<Published[]> {
  return db.query<Published>(
    `select id, type, event::jsonb as event, to_jsonb(o) as row from outbox o where id_project = $1 order by seq`,
    [projectId],
  );
}

/** Publishes them again under new ids, as if they had never been handled. @returns the new id of each */
export async function publishAgain(db: Database, published: readonly Published[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { id, row, event } of published) {
    const fresh = newId();
    ids.set(id, fresh);
    await db.query(
      `insert into outbox (id_project, id, partition_key, shard, seq, type, event)
        values ($1, $2, $3, $4, nextval('outbox_seq'), $5, $6)`,
      [row.id_project, fresh, row.partition_key, row.shard, row.type, JSON.stringify({ ...event, id: fresh })],
    );
  }
  return ids;
}

/** Who has handled events, by consumer. */
export async function handledBy(databases: readonly Database[], ids: readonly string[]): Promise<string[]> {
  const rows = await Promise.all(
    databases.map((database) =>
      database.query<{ consumer: string; count: number }>(
        'select consumer, count(*)::int as count from inbox where event_id = any($1) group by 1',
        [ids],
      ),
    ),
  );
  return rows
    .flat()
    .map(({ consumer, count }) => `${consumer} ${count}`)
    .sort();
}

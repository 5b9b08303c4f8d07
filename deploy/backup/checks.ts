import { connectDatabase, type Database } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';

/** What was read of the database of a service. */
export interface Checked {
  service: string;
  tables: number;
  rows: number;
  /** The highest number that was drawn for an event. */
  lastSeq: number;
  /** When the newest event was recorded. */
  newest: Date | undefined;
  cursors: Cursor[];
}

/** How far a consumer has come in the events of a publisher. */
interface Cursor {
  consumer: string;
  publisher: string;
  seq: number;
}

/** Tables are large, and nobody waits. */
const limits = { statementMs: 3_600_000, transactionMs: 3_600_000 };

/** Reads every row of every table, which finds every page that is damaged. @throws Error naming the service */
export async function readAll(service: string, url: string): Promise<Checked> {
  return asking(service, url, async (db) => {
    const tables = await db.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'
        and not exists (select from pg_partitioned_table where partrelid = format('%I.%I', schemaname, tablename)::regclass)`,
    );
    let rows = 0;
    for (const { name } of tables) {
      // The text of a row contains what stands outside of its page, too.
      const [counted] = await db.query<{ rows: number }>(
        `select count(*) as rows, sum(length(t::text)) as bytes from ${name} t`,
      );
      rows += counted?.rows ?? 0;
    }
    const [last] = await db.query<{ seq: number }>('select last_value as seq from outbox_seq');
    const [newest] = await db.query<{ at: Date | null }>('select max(created_at) as at from outbox');
    const cursors = await db.query<Cursor>(
      'select consumer, publisher, (select max(seq) from unnest(seqs) as seq) as seq from event_cursor',
    );
    return { service, tables: tables.length, rows, lastSeq: last?.seq ?? 0, newest: newest?.at ?? undefined, cursors };
  });
}

/** Consumers that have passed events which their publishers do not have: those databases are of different moments. */
export function cursorFaults(checked: readonly Checked[]): string[] {
  const last = new Map(checked.map(({ service, lastSeq }) => [service, lastSeq]));
  return checked.flatMap(({ service, cursors }) =>
    cursors
      .filter(({ publisher, seq }) => seq > (last.get(publisher) ?? Number.POSITIVE_INFINITY))
      .map(({ consumer, publisher, seq }) => `${consumer} of ${service}: ${seq}; ${publisher}: ${last.get(publisher)}`),
  );
}

/** Keys of the bytes of all uploads. */
export async function filesOf(url: string): Promise<string[]> {
  const rows = await asking('media', url, (db) =>
    db.query<{ key: string }>('select distinct object_key as key from files'),
  );
  return rows.map(({ key }) => key);
}

async function asking<Answer>(service: string, url: string, ask: (db: Database) => Promise<Answer>): Promise<Answer> {
  const log = createLogger({ service: 'drill', level: 'silent' });
  const db = await connectDatabase({ url, service: 'drill', poolSize: 1, log, limits });
  try {
    return await ask(db);
  } catch (error) {
    throw new Error(`The database of ${service} cannot be read: ${(error as Error).message}`, { cause: error });
  } finally {
    await db.close();
  }
}

import type { ServiceName } from '@parley/contracts';

import type { Database, Statement } from '../database/database.ts';
import { shardCount, shardOf } from '../outbox/envelope.ts';

/** How far a consumer has come in the outbox of a publisher. */
export interface EventCursor {
  consumer: string;
  publisher: ServiceName;
  /** By shard: everything up to this number has been passed. */
  seqs: readonly number[];
  /** By the publisher's clock: everything committed at or before it has been passed. */
  asOf: Date | undefined;
}

/** Retention of published events in the outbox, in days: a consumer that was down for longer may have missed some. */
const retentionDays = 14;

/** Every consumer's; those of consumers that have never walked stand at the beginning. */
export async function readCursors(
  db: Database,
  publisher: ServiceName,
  consumers: readonly string[],
): Promise<EventCursor[]> {
  const rows = await db.query<{ consumer: string; seqs: string[]; asOf: Date | null }>(read, [publisher, consumers]);
  const known = new Map(rows.map((row) => [row.consumer, row]));
  return consumers.map((consumer) => {
    const row = known.get(consumer);
    const seqs = row?.seqs.map(Number) ?? new Array<number>(shardCount).fill(0);
    return { consumer, publisher, seqs, asOf: row?.asOf ?? undefined };
  });
}

/** Writes cursors; they only move forward, whichever replica writes them. */
export async function saveCursors(db: Database, cursors: readonly EventCursor[]): Promise<void> {
  const rows = cursors.map(({ consumer, publisher, seqs, asOf }) => ({
    ...{ consumer, publisher, seqs },
    as_of: asOf?.toISOString(),
  }));
  await db.query(save, [JSON.stringify(rows)]);
}

/** As it was stored last. @returns undefined while it is not known of each of `publishers` */
export async function asOf(
  db: Database,
  consumer: string,
  publishers: readonly ServiceName[],
): Promise<Date | undefined> {
  const [row] = await db.query<{ known: number; asOf: Date | null }>(oldest, [consumer, publishers]);
  return row?.known === publishers.length ? (row.asOf ?? undefined) : undefined;
}

/**
 * Whether a consumer has passed an event of a partition key, and with it all before it. In the first seconds of an installation, before its
 * first way to the end of the outbox, nothing is known: then it counts as passed.
 */
export function eventsPassed(
  db: Database,
  { consumer, publisher }: Pick<EventCursor, 'consumer' | 'publisher'>,
): (partitionKey: string, sequence: string) => Promise<boolean> {
  return async (partitionKey, sequence) =>
    (await db.query(behind, [consumer, publisher, shardOf(partitionKey) + 1, sequence])).length === 0;
}

/** @throws Error when a consumer was down for longer than publishers keep their events */
export async function rejectLapsedConsumers(db: Database, consumers: readonly string[]): Promise<void> {
  const rows = await db.query<{ consumer: string }>(lapsed, [consumers]);
  if (rows.length === 0) return;
  const names = rows.map((row) => row.consumer).join(', ');
  throw new Error(
    `Away for more than ${retentionDays} days: ${names}. What happened meanwhile may be gone: rebuild its records from their owners, ` +
      'then delete its rows of event_cursor and start again.',
  );
}

const read: Statement = {
  name: 'cursors_read',
  text: `select consumer, seqs::text[], as_of as "asOf" from event_cursor where publisher = $1 and consumer = any($2)`,
};

// Not waited for to be on the disk: a cursor that is lost in a crash costs a walk over what has been passed already.
const save: Statement = {
  name: 'cursors_save',
  text: `with lazily as materialized (select set_config('synchronous_commit', 'off', true))
    insert into event_cursor (consumer, publisher, seqs, as_of)
    select consumer, publisher, seqs, as_of from lazily,
      json_to_recordset($1::json) as row(consumer text, publisher text, seqs bigint[], as_of timestamptz)
    on conflict (consumer, publisher) do update set
      seqs = array(select greatest(now_at, was_at) from unnest(excluded.seqs, event_cursor.seqs) with ordinality as
        both_seqs(now_at, was_at, shard) order by shard),
      as_of = greatest(excluded.as_of, event_cursor.as_of),
      walked_at = now()`,
};

const oldest: Statement = {
  name: 'cursors_as_of',
  text: `select count(as_of) as known, min(as_of) as "asOf" from event_cursor where consumer = $1 and publisher = any($2)`,
};

const behind: Statement = {
  name: 'cursors_behind',
  text: `select 1 from event_cursor where consumer = $1 and publisher = $2 and as_of is not null and seqs[$3] < $4::bigint`,
};

const lapsed: Statement = {
  name: 'cursors_strangers',
  text: `select distinct consumer from event_cursor
    where consumer = any($1) and walked_at < now() - interval '${retentionDays} days' order by consumer`,
};

import type pg from 'pg';

import { translate } from './failures.ts';
import type { Wire } from './wire.ts';

/** A part of what a scan reads; `at` is the time of its snapshot: all that was committed before then is in it. */
export interface Scanned<Row> {
  at: Date;
  rows: Row[];
}

/** Few enough to be freed before they are promoted to the old generation. */
const batchSize = 100;
/** A reader who does not come back for the next batch within it has gone. */
const readerMs = 60_000;

/** Reads `wire` to its end from one snapshot, some rows at a time; at least one batch comes, an empty one if there is nothing. */
export async function* scan<Row extends object>(pool: pg.Pool, wire: Wire): AsyncGenerator<Scanned<Row>> {
  for await (const { at, rows } of scanEach<Row>(pool, [wire])) yield { at, rows };
}

/** The same for several statements, one after the other, all from one snapshot; `nth` is the place of the statement. */
export async function* scanEach<Row extends object>(
  pool: pg.Pool,
  wires: readonly Wire[],
): AsyncGenerator<Scanned<Row> & { nth: number }> {
  const client = await pool.connect().catch((error: unknown) => {
    throw translate(error);
  });
  try {
    await client.query('begin isolation level repeatable read read only');
    // It holds no lock and no number of a transaction, so the limits of writing ones are not for it.
    await client.query(`set local idle_in_transaction_session_timeout = ${readerMs}`);
    await client.query(unlimited);
    const { rows: clock } = await client.query<{ at: Date }>('select now() as at');
    const at = clock[0]?.at ?? new Date();

    for (const [nth, wire] of wires.entries()) {
      await client.query({ ...wire, text: `declare scanned no scroll cursor for ${wire.text}` });
      for (let first = true; ; first = false) {
        const { rows } = await client.query<Row>(`fetch forward ${batchSize} from scanned`);
        if (first || rows.length > 0) yield { at, rows, nth };
        if (rows.length < batchSize) break;
      }
      await client.query('close scanned');
    }
  } catch (error) {
    throw translate(error);
  } finally {
    // A reader who stops early leaves through here as well.
    const ended = await client.query('rollback').then(
      () => true,
      () => false,
    );
    client.release(!ended);
  }
}

// PostgreSQL has the setting since version 17.
const unlimited = `select set_config('transaction_timeout', '0', true)
  where current_setting('server_version_num')::int >= 170000`;

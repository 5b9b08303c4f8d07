import type { Logger } from 'pino';

import type { Database } from '../database/database.ts';

const dayMs = 86_400_000;

/** Source: contract 50 sections 3.2 to 3.4, in days. */
const outboxDays = 14;
const inboxDays = 21;
const deadLetterDays = 30;

/** Partitions that are made before their day comes. */
const daysAhead = 3;
const deletedAtOnce = 5_000;
/**
 * Percentage of a page that takes new rows. A row is written twice: with its change, and when it is marked as published. Where the page has
 * room for the second version, the log says what has changed instead of repeating the event.
 */
const fillFactor = 50;

/**
 * Makes the outbox partitions of the coming days, drops those whose rows have all been published long enough ago, and deletes
 * what inbox, dead letters and the default partition need no longer.
 *
 * Partitions, because a day's rows then go by dropping one table: deleting them would write as much again as recording them.
 * Each step is short or gives way, so that no call ever waits long for it; what gives way is done the next time.
 */
export async function maintainEventTables(db: Database, log: Logger, now: Date = new Date()): Promise<void> {
  const today = Math.floor(now.getTime() / dayMs);
  for (let day = today; day <= today + daysAhead; day++) {
    await skipIfLocked(db, log, async () => makePartition(db, day));
  }
  for (const day of await pastDays(db, today - outboxDays)) {
    await skipIfLocked(db, log, async () => dropPartition(db, day));
  }
  await deleteOld(db, `outbox_default`, `published_at < now() - interval '${outboxDays} days'`);
  await deleteOld(db, 'inbox', `handled_at < now() - interval '${inboxDays} days'`);
  await deleteOld(db, 'dead_letter', `failed_at < now() - interval '${deadLetterDays} days'`);
}

/** Name of the partition of a day, counted from the epoch. */
function partitionOf(day: number): string {
  return `outbox_${new Date(day * dayMs).toISOString().slice(0, 10).replaceAll('-', '')}`;
}

/** The least id of a day: ids begin with their second. */
function leastId(day: number): string {
  return ((day * dayMs) / 1000).toString(16).padStart(8, '0');
}

async function makePartition(db: Database, day: number): Promise<void> {
  const name = partitionOf(day);
  const [known] = await db.query('select 1 from pg_class where relname = $1', [name]);
  if (known !== undefined) return;
  // Rows of a day whose partition was missed stay where they are; that day gets none.
  const [stray] = await db.query('select 1 from outbox_default where id >= $1 and id < $2 limit 1', [
    leastId(day),
    leastId(day + 1),
  ]);
  if (stray !== undefined) return;
  await db.query(
    `create table ${name} partition of outbox for values from ('${leastId(day)}') to ('${leastId(day + 1)}')
     with (fillfactor = ${fillFactor})`,
  );
}

/** Days before `first` that have a partition. */
async function pastDays(db: Database, first: number): Promise<number[]> {
  const partitions = await db.query<{ day: string }>(
    `select substr(relname, 8) as day from pg_class where relkind = 'r' and relname ~ '^outbox_\\d{8}$'`,
  );
  return partitions
    .map(({ day }) => Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`) / dayMs)
    .filter((day) => day < first)
    .sort((a, b) => a - b);
}

async function dropPartition(db: Database, day: number): Promise<void> {
  const name = partitionOf(day);
  const [needed] = await db.query(
    `select 1 from ${name} where published_at is null or published_at > now() - interval '${outboxDays} days' limit 1`,
  );
  if (needed === undefined) await db.query(`drop table ${name}`);
}

/** Skips the step unless it gets its locks at once: every call would queue behind a waiting lock on the outbox. */
async function skipIfLocked(db: Database, log: Logger, step: () => Promise<void>): Promise<void> {
  try {
    await db.transaction(async () => {
      await db.query(`set local lock_timeout = '500ms'`);
      await step();
    });
  } catch (error) {
    log.info({ err: error }, 'a step of the housekeeping of events was skipped');
  }
}

async function deleteOld(db: Database, table: string, condition: string): Promise<void> {
  let deleted: unknown[];
  do {
    deleted = await db.query(
      `delete from ${table} where ctid = any(array(select ctid from ${table} where ${condition} limit ${deletedAtOnce})) returning 1`,
    );
  } while (deleted.length === deletedAtOnce);
}

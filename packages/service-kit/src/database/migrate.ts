import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import pg from 'pg';
import type { Logger } from 'pino';

import { translate } from './failures.ts';
import { type Migration, migrationsOf } from './migration-folder.ts';
import { releases as allReleases, isOlder, refuseSkipped } from './releases.ts';

/** Advisory lock of the process that migrates a database. */
const lockKey = 7_273_700;
const lockMs = 120_000;

export interface MigrateOptions {
  url: string;
  /** The service's `prisma` folder, with `migrations/`. */
  folder: URL;
  log: Logger;
  /** Default: those of this code. */
  releases?: readonly string[];
}

/**
 * Brings a service's database up to date: the kit's own tables and the service's, in the order of their folder names, with
 * Prisma's ledger, so that Prisma's own tools read it. Creates the database when it is missing. Any number of replicas
 * may do this at once: one works, the others wait for it. With nothing to do it costs one query. The database remembers the newest release
 * that has migrated it.
 * @returns names of the migrations applied by this call
 * @throws Error naming the migration that failed; it has left nothing behind, and the next start tries it again;
 *   or that a release was skipped, with the way
 */
export async function migrate({
  url,
  folder,
  log,
  releases = allReleases,
}: MigrateOptions): Promise<{ applied: string[] }> {
  const migrations = await migrationsOf(folder);
  const client = await connectOrCreate(url, log);
  try {
    if (isDone(await stateOf(client, migrations, log), releases)) return { applied: [] };
    await lock(client);
    // Another replica may have applied all of them while this one waited for the lock.
    const state = await stateOf(client, migrations, log);
    if (isDone(state, releases)) return { applied: [] };
    const { pending, release } = state;
    refuseSkipped(release ?? releases[0] ?? '', state.isNew ? [] : releases);
    await client.query(ledgerTable);
    for (const migration of pending) await apply(client, migration);
    if (isOlder(release, releases))
      await client.query(`comment on table _prisma_migrations is 'release ${releases.at(-1)}'`);
    const applied = pending.map(({ name }) => name);
    log.info({ applied, release: releases.at(-1) }, 'database migrated');
    return { applied };
  } catch (error) {
    throw translate(error);
  } finally {
    await client.end();
  }
}

/** Whether this release, or a newer one, has migrated the database. */
export async function isMigrated(client: pg.Client, folder: URL, log: Logger): Promise<boolean> {
  return isDone(await stateOf(client, await migrationsOf(folder), log), allReleases);
}

async function connectOrCreate(url: string, log: Logger): Promise<pg.Client> {
  try {
    return await connect(url);
  } catch (error) {
    if ((error as { code?: unknown }).code !== '3D000') throw translate(error);
  }
  const address = new URL(url);
  const database = decodeURIComponent(address.pathname.slice(1));
  address.pathname = '/postgres';
  const server = await connect(address.href);
  try {
    await server.query(`create database ${pg.escapeIdentifier(database)}`);
    log.info({ database }, 'database created');
  } catch (error) {
    // Another replica was faster.
    if (!['42P04', '23505'].includes(String((error as { code?: unknown }).code))) throw translate(error);
  } finally {
    await server.end();
  }
  return connect(url);
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'parley-migrate',
    connectionTimeoutMillis: 5_000,
    options: '-c timezone=UTC',
  });
  // The next statement rejects with it.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

interface State {
  /** Nothing has ever been applied. */
  isNew: boolean;
  /** As the database says; databases older than such records say nothing. */
  release: string | undefined;
  pending: Migration[];
}

function isDone({ pending, release }: State, releases: readonly string[]): boolean {
  return pending.length === 0 && !isOlder(release, releases);
}

async function stateOf(client: pg.Client, migrations: readonly Migration[], log: Logger): Promise<State> {
  const rows = await ledger(client);
  const known = new Map(
    rows.filter((row) => row.finished_at !== null).map((row) => [row.migration_name, row.checksum]),
  );
  const edited = migrations.filter(({ name, checksum }) => known.has(name) && known.get(name) !== checksum);
  if (edited.length > 0) {
    log.warn({ migrations: edited.map(({ name }) => name) }, 'migrations were edited after they had been applied');
  }
  return {
    isNew: known.size === 0,
    release: /^release (.+)$/.exec(rows[0]?.comment ?? '')?.[1],
    pending: migrations.filter(({ name }) => !known.has(name)),
  };
}

interface LedgerRow {
  /** Of the table. */
  comment: string | null;
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
}

async function ledger(client: pg.Client): Promise<LedgerRow[]> {
  try {
    const { rows } = await client.query<LedgerRow>(
      `select migration_name, checksum, finished_at, obj_description('_prisma_migrations'::regclass) as comment
        from _prisma_migrations where rolled_back_at is null`,
    );
    return rows;
  } catch (error) {
    if ((error as { code?: unknown }).code === '42P01') return [];
    throw error;
  }
}

/** Asked again and again: a session that waits inside the server would hold up `create index concurrently`. */
async function lock(client: pg.Client): Promise<void> {
  for (const until = Date.now() + lockMs; Date.now() < until; await delay(50)) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lockKey]);
    if (rows[0]?.mine) return;
  }
  throw new Error(`Another process has been migrating this database for ${lockMs / 1000} s.`);
}

// As Prisma makes it.
const ledgerTable = `create table if not exists _prisma_migrations (
  id varchar(36) primary key,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`;

/** Runs one script and records it, in one transaction. What PostgreSQL refuses in a transaction stands alone in its script. */
async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const isAlone = /\bconcurrently\b/i.test(sql);
  try {
    if (isAlone) await dropHalfBuiltIndex(client, sql);
    else await client.query('begin');
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
    await client.query(sql);
    // Earlier releases recorded a migration before they ran it, and a failed one stays in the ledger unfinished.
    await client.query(
      'update _prisma_migrations set rolled_back_at = now() where migration_name = $1 and finished_at is null and rolled_back_at is null',
      [name],
    );
    await client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       values ($1, $2, $3, $4, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name, rows[0]?.now],
    );
    if (!isAlone) await client.query('commit');
  } catch (error) {
    // A connection that is gone has taken its transaction along.
    if (!isAlone) await client.query('rollback').catch(() => undefined);
    if (translate(error) !== error) throw error;
    const { message, code, where } = error as { message?: string; code?: string; where?: string };
    const reason = [code, message, where].filter(Boolean).join(' · ');
    throw new Error(`Migration ${name} failed and was undone: ${reason}`, { cause: error });
  }
}

/** An interrupted concurrent build leaves an index that PostgreSQL neither uses nor builds again. */
async function dropHalfBuiltIndex(client: pg.Client, sql: string): Promise<void> {
  const [, name] = /create\s+(?:unique\s+)?index\s+concurrently\s+"?(\w+)"?/i.exec(sql) ?? [];
  if (name === undefined) return;
  const { rows } = await client.query(
    `select from pg_index i where i.indexrelid = to_regclass($1) and not i.indisvalid`,
    [pg.escapeIdentifier(name)],
  );
  if (rows.length > 0) await client.query(`drop index concurrently ${pg.escapeIdentifier(name)}`);
}

import { createHash } from 'node:crypto';

import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import type { Logger } from 'pino';

import { Ambient } from './ambient.ts';
import { GuardedPool } from './guarded-pool.ts';
import { Liveness } from './liveness.ts';
import { rowParsers } from './parsers.ts';
import { guardPrisma } from './prisma-guard.ts';
import { RoutedPool } from './routed-pool.ts';
import { type Scanned, scan, scanEach } from './scan.ts';
import { prepareConnection, type Wire } from './wire.ts';

/** SQL with `$1` places. A named one is parsed and planned once per connection: one name, one text. */
export interface Statement {
  name?: string;
  text: string;
}

/**
 * A service's own database. Everything asked through it, by Prisma or as SQL, goes to the ambient transaction when one is open in
 * the asynchronous chain of the caller, else to any connection of the pool.
 *
 * A database that cannot be reached, has no free connection or takes too long is `dependency_down`; other errors come as they are.
 */
export interface Database<Prisma = unknown> {
  /** Whose it is: the source of the events recorded in it. */
  readonly service: string;

  /** Joins the ambient transaction. `findUnique…` and `$transaction` throw: use `findFirst` and `transaction`. */
  readonly prisma: Prisma;

  /**
   * Joins the ambient transaction. Rows: int8 and numeric as number, timestamps as Date, date as `YYYY-MM-DD`, json parsed.
   * An array among `values` becomes a PostgreSQL array, an object JSON; an array meant as JSON is passed as text. Outside of a transaction,
   * a statement that met a deadlock is done again, at most five times in all.
   */
  query<Row extends object = Record<string, unknown>>(
    statement: Statement | string,
    values?: readonly unknown[],
  ): Promise<Row[]>;

  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back when it rejects. Inside another one it is a part
   * of that (a savepoint: rejecting undoes the part, and the rest may go on). The outermost is done again, at most five
   * times in all, after a serialization failure or deadlock: `work` has no effects outside the database.
   */
  transaction<T>(work: () => Promise<T>): Promise<T>;

  /**
   * All or nothing around a whole operation: opens its transaction with the first write (any statement but a `select`) or
   * `transaction` inside and commits it when `work` resolves. Reads before that hold no connection, so a remote call may stand between them.
   */
  unitOfWork<T>(work: () => Promise<T>): Promise<T>;

  /** Whether what is stored now is a part of a transaction or unit of work. */
  inTransaction(): boolean;

  /**
   * Leaves the ambient transaction: what `work` stores stays, whatever becomes of the transaction. Has connections of its
   * own (two), so that it never waits for one that its caller holds.
   */
  outside<T>(work: () => Promise<T>): Promise<T>;

  /**
   * Rows in batches, all from one snapshot, however long the reader takes. Has a connection of its own until the reader is done,
   * outside any transaction: for exports, not for interactive calls.
   */
  scan<Row extends object = Record<string, unknown>>(
    statement: Omit<Statement, 'name'>,
    values?: readonly unknown[],
  ): AsyncGenerator<Scanned<Row>>;

  /** The same for several statements with the same values, one after the other, all from one snapshot; `nth` is the place of the statement. */
  scanEach<Row extends object = Record<string, unknown>>(
    statements: readonly Omit<Statement, 'name'>[],
    values?: readonly unknown[],
  ): AsyncGenerator<Scanned<Row> & { nth: number }>;

  /** Hints only (wake the relay): lost when the process dies. At once when no transaction is open. */
  afterCommit(effect: () => void): void;

  /** @throws AppError `dependency_down` when the server does not answer within 1 s, or cannot store anything (its disk is full). */
  ping(): Promise<void>;

  /** Whether the server answers; for further pools on the same one. */
  readonly liveness: Liveness;

  /** How the pool stands, for metrics. */
  stats(): { total: number; idle: number; waiting: number };

  /** Ends all connections; waits for open transactions. */
  close(): Promise<void>;
}

export interface DatabaseOptions<Prisma> {
  url: string;
  /** Shown by PostgreSQL as the connection's application name. */
  service: string;
  /**
   * Connections of this process for transactions and queries, default 10; up to two more for `outside`, and two for `liveness`. The sum
   * over all services and replicas stays below the server's `max_connections`.
   */
  poolSize?: number;
  /** Of a database on the same server; default: one of its own. */
  liveness?: Liveness;
  /** Makes the Prisma client: `(adapter) => new PrismaClient({ adapter })`. */
  prisma?: (adapter: SqlDriverAdapterFactory) => Prisma;
  log: Logger;
  /**
   * In ms: one statement (10 s), a whole transaction (10 s), the wait for a connection (5 s). `workers`: how many processors
   * besides its own one statement may take, `sortMb`: what it may sort and gather in memory; default, as the server has them.
   */
  limits?: { statementMs?: number; transactionMs?: number; connectMs?: number; workers?: number; sortMb?: number };
}

const outsideConnections = 2;

/**
 * Connects a service to its database. Takes its connections when they are needed: an unreachable database is reported by
 * `ping` and by the first query, not here.
 */
export async function connectDatabase<Prisma = undefined>(options: DatabaseOptions<Prisma>): Promise<Database<Prisma>> {
  const { log } = options;
  const { transactionMs = 10_000 } = options.limits ?? {};
  const config = poolConfig(options, transactionMs);
  const liveness = options.liveness ?? new Liveness(config, log);
  const main = openPool(config, liveness, log);
  const side = openPool({ ...config, max: outsideConnections }, liveness, log);
  const ambient = new Ambient(main, side, { transactionMs, log });
  const routed = new RoutedPool(ambient, { max: 1 });
  const client = options.prisma && (await openPrisma(routed, options.prisma));

  return {
    service: options.service,
    prisma: (typeof client === 'object' && client !== null ? guardPrisma(client) : client) as Prisma,
    query: async <Row extends object>(statement: Statement | string, values: readonly unknown[] = []) => {
      const wire: Wire = typeof statement === 'string' ? { text: statement } : { ...statement };
      const { rows } = await ambient.query({ ...wire, values: [...values] });
      return rows as Row[];
    },
    transaction: (work) => ambient.transaction(work),
    unitOfWork: (work) => ambient.unitOfWork(work),
    inTransaction: () => ambient.inTransaction(),
    outside: (work) => ambient.outside(work),
    scan: (statement, values = []) => scan(main, { text: statement.text, values: [...values] }),
    scanEach: (statements, values = []) =>
      scanEach(
        main,
        statements.map(({ text }) => ({ text, values: [...values] })),
      ),
    afterCommit: (effect) => ambient.afterCommit(effect),
    ping: () => liveness.check(),
    liveness,
    stats: () => ({ total: main.totalCount, idle: main.idleCount, waiting: main.waitingCount }),
    close: async () => {
      await disconnect(client);
      await Promise.all([main.end(), side.end()]);
      if (options.liveness === undefined) await liveness.close();
    },
  };
}

/** Loaded only when asked for: the adapter costs more to load than all the rest of the database's code. */
async function openPrisma<Prisma>(
  pool: RoutedPool,
  make: (adapter: SqlDriverAdapterFactory) => Prisma,
): Promise<Prisma> {
  const { PrismaPg } = await import('@prisma/adapter-pg');
  return make(new PrismaPg(pool, { statementNameGenerator: statementNames() }));
}

function poolConfig(options: DatabaseOptions<unknown>, transactionMs: number): pg.PoolConfig {
  const { statementMs = 10_000, connectMs = 5_000, workers, sortMb } = options.limits ?? {};
  return {
    connectionString: options.url,
    application_name: options.service,
    max: options.poolSize ?? 10,
    // Longer than clocks wait for each other: at rest, connections that are seldom needed would be opened again and again.
    idleTimeoutMillis: 300_000,
    // Connections move to new replicas and addresses in time.
    maxLifetimeSeconds: 1_800,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: transactionMs,
    // The server's own limit comes first; this one is for a server that no longer answers at all.
    query_timeout: statementMs + 2_000,
    keepAlive: true,
    pipeline: true,
    // Prisma sends times without zone and reads every zone as UTC.
    options: settingsSql({
      timezone: 'UTC',
      // No statement of ours takes so long that compiling it pays.
      jit: 'off',
      max_parallel_workers_per_gather: workers,
      work_mem: sortMb && `${sortMb}MB`,
    }),
    types: rowParsers,
    onConnect: (client) => prepareConnection(client, transactionMs),
  };
}

/** Settings as a connection asks for them when it is opened. */
function settingsSql(settings: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(settings)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

function openPool(config: pg.PoolConfig, liveness: Liveness, log: Logger): pg.Pool {
  const pool = new GuardedPool(config, liveness);
  // Statements of a broken connection reject; without this listener Node would also end the process.
  // A released connection may still receive the news that the server stops.
  pool.on('error', (error) =>
    log[pool.ending ? 'debug' : 'warn']({ err: error }, 'an idle database connection was lost'),
  );
  pool.on('connect', (client) =>
    client.on('error', (error) => log.debug({ err: error }, 'a database connection broke')),
  );
  return pool;
}

/** Names for Prisma's statements, so that each is planned once per connection; bounded, as the server keeps every one. */
function statementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined || names.size >= 500) return known ?? '';
    const name = `prisma_${createHash('sha1').update(sql).digest('base64url')}`;
    names.set(sql, name);
    return name;
  };
}

async function disconnect(client: unknown): Promise<void> {
  if (typeof client === 'object' && client !== null && '$disconnect' in client) {
    if (typeof client.$disconnect === 'function') await client.$disconnect();
  }
}

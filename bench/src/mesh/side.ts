import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

import { treeCpuSeconds } from '../cpu.ts';

/** A program under load with its own PostgreSQL, and what it has used so far. */
export interface Side {
  name: string;
  url: string;
  usage(): Usage;
  database: Watched;
  /** Takes away requests that a window has begun: the faster side, or the one that keeps them, would have the longer lists after that. */
  tidy?(): Promise<void>;
  stop(): Promise<void>;
}

/** Since it was started. */
export interface Usage {
  /** Processor time in seconds. */
  node: number;
  postgres: number;
  /** What it has written to its standard output. */
  lines: number;
  bytes: number;
}

/**
 * Without what it takes to look at its databases: asking again and again whether all is indexed would cost more than a message does.
 * @param pid that everything of the side is below
 */
export function usageOf(pid: number, postgres: number, watched: Watched, log = { lines: 0, bytes: 0 }): Usage {
  return { node: treeCpuSeconds(pid, [postgres]), postgres: treeCpuSeconds(postgres, watched.backends), ...log };
}

/** Work of a whole PostgreSQL server so far. */
export interface Written {
  /** Transactions that have changed something. */
  commits: number;
  walBytes: number;
}

/** All that a side has used and written so far, or between two moments. */
export type Amounts = Usage & Written;

export async function amountsOf({ usage, database }: Side): Promise<Amounts> {
  return { ...usage(), ...(await database.written()) };
}

/** @param change the new amount, from its name */
export function eachAmount(change: (name: keyof Amounts) => number): Amounts {
  return {
    ...{ node: change('node'), postgres: change('postgres'), lines: change('lines'), bytes: change('bytes') },
    ...{ commits: change('commits'), walBytes: change('walBytes') },
  };
}

export interface AskedStatement {
  database: string;
  text: string;
  calls: number;
  /** Of PostgreSQL. */
  totalMs: number;
  walBytes: number;
}

/** Each statement's part in one of so many calls, or seconds. */
export function sharesOf(asked: readonly AskedStatement[], count: number): AskedStatement[] {
  return asked.map(({ calls, totalMs, walBytes, ...one }) => ({
    ...one,
    ...{ calls: calls / count, totalMs: totalMs / count, walBytes: walBytes / count },
  }));
}

/** Our own statements hold this word, so that they are not counted. */
const own = '/* bench */';
const control = '^(begin|commit|rollback|savepoint|release|set|reset|listen|discard|deallocate|start)\\M';

const indexedWithinMs = 120_000;
const unindexed = `left join request_words s on s.id_project = h.id_project and s.request = h.id
  where s.seq is distinct from h.last_seq or s.pending`;

interface WatchedDatabase {
  name: string;
  client: pg.Client;
  /** It has one, from which events are published. */
  outbox: boolean;
}

/** A PostgreSQL server, looked at from outside the program that uses it. */
export class Watched {
  /** Process ids of the backends that serve the looking. */
  readonly backends: readonly number[];
  readonly #server: pg.Client;
  readonly #databases: readonly WatchedDatabase[];

  private constructor(server: pg.Client, databases: WatchedDatabase[], backends: number[]) {
    this.#server = server;
    this.#databases = databases;
    this.backends = backends;
  }

  /**
   * @param url of one of its databases by name
   * @param ofMesh it has loaded pg_stat_statements, and events are published from its outboxes
   */
  static async open(url: (database: string) => string, ofMesh: boolean): Promise<Watched> {
    const server = await connected(url('postgres'));
    if (ofMesh) await server.query('create extension if not exists pg_stat_statements');
    const { rows } = await server.query<{ name: string }>(
      `select datname as name from pg_database where not datistemplate and datname <> 'postgres'`,
    );
    const databases: WatchedDatabase[] = [];
    for (const { name } of rows) {
      const client = await connected(url(name));
      const found = await client.query<{ outbox: boolean }>(`select to_regclass('outbox') is not null as outbox`);
      databases.push({ name, client, outbox: ofMesh && found.rows[0]?.outbox === true });
    }
    const clients = [server, ...databases.map(({ client }) => client)];
    return new Watched(server, databases, await Promise.all(clients.map(backendOf)));
  }

  /** In seconds: the oldest event that not every consumer has handled; 0 without one. */
  async oldestEvent(): Promise<number> {
    const ages = await this.#ofOutboxes<number | null>(
      'extract(epoch from clock_timestamp() - min(created_at))::float from outbox where published_at is null',
    );
    return Math.max(0, ...ages.map((age) => age ?? 0));
  }

  /** Events that not every consumer has handled. To count many takes a while: ask once, not again and again. */
  async eventsWaiting(): Promise<number> {
    const counts = await this.#ofOutboxes<number>('count(*)::int from outbox where published_at is null');
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Whether there are such events. */
  async hasEventsWaiting(): Promise<boolean> {
    return (await this.#ofOutboxes<boolean>('exists (select from outbox where published_at is null)')).includes(true);
  }

  /**
   * Waits until the words of all conversations are indexed. The mesh does that when they have been quiet for a while; here they
   * pass for conversations that were indexed long ago, so that the wait is a few seconds.
   * @returns what making them pass for that has written; undefined when there was nothing to wait for
   */
  async untilIndexed(): Promise<Written | undefined> {
    if (!this.#databases.some(({ outbox }) => outbox) || (await this.#unindexed()) === 0) return undefined;
    const before = await this.written();
    await this.client('conversations').query(
      `insert ${own} into request_words (id_project, request, about, said, seq, revision, indexed_at)
       select h.id_project, h.id, '', '', 0, -1, 'epoch' from request_head h ${unindexed}
       on conflict (id_project, request) do update set indexed_at = excluded.indexed_at`,
    );
    const after = await this.written();
    for (const until = performance.now() + indexedWithinMs; (await this.#unindexed()) > 0; await delay(250)) {
      if (performance.now() > until)
        throw new Error('The words of some conversations are not indexed after two minutes.');
    }
    return { commits: after.commits - before.commits, walBytes: after.walBytes - before.walBytes };
  }

  async #unindexed(): Promise<number> {
    const { rows } = await this.client('conversations').query<{ count: number }>(
      `select ${own} count(*)::int as count from request_head h ${unindexed}`,
    );
    return rows[0]?.count ?? Number.NaN;
  }

  async written(): Promise<Written> {
    const { rows } = await this.#server.query<Written>(
      `select pg_snapshot_xmax(pg_current_snapshot())::text::float as commits,
        pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float as "walBytes"`,
    );
    return rows[0] ?? { commits: Number.NaN, walBytes: Number.NaN };
  }

  /** What is asked during `work`, without the beginnings and ends of transactions; the most frequent ones first. */
  async statementsOf(work: () => Promise<unknown>): Promise<AskedStatement[]> {
    await this.#count('top');
    await this.#server.query('select pg_stat_statements_reset()');
    await work();
    const { rows } = await this.#server.query<AskedStatement>(
      `select d.datname as database, s.query as text, s.calls::float as calls, s.total_exec_time::float as "totalMs",
        s.wal_bytes::float as "walBytes"
       from pg_stat_statements s join pg_database d on d.oid = s.dbid
       where d.datname <> 'postgres' and s.query !~* $1 and s.query not like '%${own}%' order by s.calls desc`,
      [control],
    );
    await this.#count('none');
    return rows;
  }

  /** Renews the statistics of its databases, so that no scenario pays for the one before. */
  async vacuum(): Promise<void> {
    for (const { client } of this.#databases) await client.query('vacuum analyze');
    await this.#server.query('checkpoint');
  }

  /** @throws Error when the server has no such database */
  client(database: string): pg.Client {
    const found = this.#databases.find(({ name }) => name === database);
    if (!found) throw new Error(`There is no database ${database}.`);
    return found.client;
  }

  async close(): Promise<void> {
    await Promise.all([this.#server, ...this.#databases.map(({ client }) => client)].map((client) => client.end()));
  }

  /** One value of each outbox. */
  async #ofOutboxes<Value>(selected: string): Promise<Value[]> {
    const withOutbox = this.#databases.filter(({ outbox }) => outbox);
    const answers = await Promise.all(
      withOutbox.map(({ client }) => client.query<[Value]>({ text: `select ${own} ${selected}`, rowMode: 'array' })),
    );
    return answers.flatMap(({ rows }) => rows.flat());
  }

  /** While nothing is counted, counting costs nothing. */
  async #count(which: 'top' | 'none'): Promise<void> {
    await this.#server.query(`alter system set pg_stat_statements.track = '${which}'`);
    await this.#server.query('select pg_reload_conf()');
  }
}

async function backendOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

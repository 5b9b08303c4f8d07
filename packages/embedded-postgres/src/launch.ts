import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { Account } from './files.ts';
import { type Postmaster, readPostmaster, stopPostmaster } from './process.ts';

const startMs = 30_000;

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
  // Tests start many services on one server.
  '-c max_connections=800',
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

/** A server that has been started, and its end. */
export interface Launched extends Postmaster {
  /** Resolves when the postmaster has ended, however that is. */
  ended: Promise<void>;
}

/** The processes of a server that was killed hold its memory until they notice that, or their statement is over. */
const stillHeld = /pre-existing shared memory block/;
const heldMs = 10_000;

/**
 * Starts a server and waits until it takes connections. Its log is added to `server.log`.
 * @throws Error with the end of what it has written
 */
export async function launch(...how: Parameters<typeof attempt>): Promise<Launched> {
  for (const until = Date.now() + heldMs; ; await delay(50)) {
    try {
      return await attempt(...how);
    } catch (error) {
      if (Date.now() > until || !(error instanceof Error && stillHeld.test(error.message))) throw error;
    }
  }
}

async function attempt(
  postgres: string,
  dataFolder: string,
  port: number,
  isDurable: boolean,
  account: Account | undefined,
): Promise<Launched> {
  const data = join(dataFolder, 'data');
  const logFile = join(dataFolder, 'server.log');
  const log = await open(logFile, 'a', 0o600);
  const { size: before } = await log.stat();
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
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.unref();
  await log.close();

  for (const until = Date.now() + startMs; Date.now() < until && running(child); await delay(5)) {
    const server = await readPostmaster(data);
    if (server && server.pid === child.pid && server.status === 'ready') return { ...server, ended };
  }
  const written = (await readFile(logFile)).subarray(before).toString();
  const tail = written.trimEnd().split('\n').slice(-5).join('\n');
  if (child.pid !== undefined && running(child)) await stopPostmaster(data, child.pid);
  throw new Error(`The embedded PostgreSQL did not start on ${dataFolder}:\n${tail}`);
}

function running(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

/**
 * A shell that waits for the end of its pipe, that is, of this process, and then stops the server, if it still is the one we started;
 * and removes the folder, if it was for one run.
 */
export function watchdog(data: string, pid: number, remove: string | undefined): ChildProcess | undefined {
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
export function serverEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '', LC_ALL: 'C', LANG: 'C', TZ: 'UTC', ...windowsRoot() };
}

function windowsRoot(): Record<string, string> {
  const root = process.env.SystemRoot;
  return root === undefined ? {} : { SystemRoot: root };
}

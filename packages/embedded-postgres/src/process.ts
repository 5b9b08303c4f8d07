import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** What `postmaster.pid` says of a server. */
export interface Postmaster {
  pid: number;
  port: number;
  status: 'starting' | 'ready' | 'stopping' | string;
}

/** The server that `postmaster.pid` names, living or not; undefined without such a file. */
export async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, , , , status] = text.split('\n');
  if (!pid || !Number(pid)) return undefined;
  return { pid: Number(pid), port: Number(port), status: status?.trim() ?? 'starting' };
}

/** True when a process of this id lives, under any user; a zombie does not. */
export function alive(pid: number): boolean {
  if (!exists(pid)) return false;
  const stat = `/proc/${pid}/stat`;
  // The name of the program stands in brackets and may hold anything; the state is the letter after it.
  return !existsSync(stat) || !/\) Z [^)]*$/.test(readFileSync(stat, 'utf8'));
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Stops the server on `data` and waits for its end. A process of that id that is something else (ids come again after a
 * restart of the machine) is left alone.
 */
export async function stopPostmaster(data: string, pid: number): Promise<void> {
  const serving = () => alive(pid) && isPostmasterOf(data, pid);
  // Fast shutdown, then immediate: the log replays what is missing.
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!serving()) break;
    process.kill(pid, signal);
    for (const until = Date.now() + 15_000; Date.now() < until && alive(pid); ) await delay(5);
  }
  // The next server would only see that the id exists, and refuse to start. That no other server is at the data it
  // also knows from its shared memory.
  const left = await readPostmaster(data);
  if (left?.pid === pid && exists(pid) && !serving()) await rm(join(data, 'postmaster.pid'), { force: true });
}

function isPostmasterOf(data: string, pid: number): boolean {
  if (process.platform === 'win32') return true;
  try {
    const command = existsSync(`/proc/${pid}/cmdline`)
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ')
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes('postgres') && command.includes(data);
  } catch {
    return false;
  }
}

import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';

/** The process that listens on a TCP port of this machine, in words, as far as our account may know. */
export async function portHolder(port: number): Promise<string | undefined> {
  const pid = process.platform === 'linux' ? await listenerOnLinux(port) : await listenerByLsof(port);
  return pid === undefined ? undefined : described(pid);
}

/** The process that has started another one, in words, as long as it lives. */
export async function parentOf(pid: number): Promise<string | undefined> {
  const output = await run('ps', ['-o', 'ppid=', '-p', String(pid)]);
  const parent = Number(output || /\nPPid:\s*(\d+)/.exec(await read(`/proc/${pid}/status`))?.[1]);
  return parent > 1 ? described(parent) : undefined;
}

async function described(pid: number): Promise<string> {
  const command =
    (await read(`/proc/${pid}/cmdline`)).split('\0')[0] || (await run('ps', ['-o', 'comm=', '-p', `${pid}`]));
  return command ? `${basename(command)} (process ${pid})` : `process ${pid}`;
}

const listening = '0A';

async function listenerOnLinux(port: number): Promise<number | undefined> {
  const tables = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map(read));
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const sockets = new Set<string>();
  for (const line of tables.join('\n').split('\n')) {
    const fields = line.trim().split(/\s+/);
    if (fields[1]?.endsWith(`:${hex}`) && fields[3] === listening) sockets.add(`socket:[${fields[9]}]`);
  }
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    // Processes of other users show nothing, and any may end meanwhile.
    for (const file of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const target = await readlink(`/proc/${pid}/fd/${file}`).catch(() => '');
      if (sockets.has(target)) return Number(pid);
    }
  }
  return undefined;
}

async function listenerByLsof(port: number): Promise<number | undefined> {
  const output = await run('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-t']);
  return Number(output.split('\n')[0]) || undefined;
}

/** @returns nothing where the program is not installed, or prints nothing */
async function run(program: string, args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { timeout: 5_000 }).catch(() => ({ stdout: '' }));
  return stdout.trim();
}

function read(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

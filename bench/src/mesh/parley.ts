import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { startEmbeddedPostgres } from '@parley/embedded-postgres';
import pg from 'pg';

import { end, repository } from '../processes.ts';
import { type Side, usageOf, Watched } from './side.ts';

export interface ParleySide extends Side {
  /** Address of the mesh's inspector, if asked for. */
  inspector?: string;
}

/**
 * What `npm start` starts, in a folder of its own. All that differs from a user's: any free port, limits that are not reached, and a
 * PostgreSQL that can count statements, which it does only when asked to.
 */
export async function startParley(folder: string, { inspect }: { inspect: boolean }): Promise<ParleySide> {
  const data = join(folder, 'parley');
  await prepareDatabase(join(data, 'postgres'));
  const child = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
    cwd: repository,
    env: {
      ...process.env,
      ...{ PARLEY_DATA: data, PORT: '0', RATE_LIMIT_FACTOR: '1000000', AUTH_LIMIT_FACTOR: '1000000' },
      ...(inspect && { PARLEY_NODE_OPTIONS: '--inspect=127.0.0.1:0' }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  try {
    const log = { lines: 0, bytes: 0 };
    const { url, inspector } = await ready(child, log);
    const { urlOf, pid } = await serverAt(join(data, 'postgres'));
    const database = await Watched.open(urlOf, true);
    const stop = async () => {
      await database.close();
      await end(child);
    };
    return { name: 'parley', url, inspector, usage: () => usageOf(child.pid ?? 0, pid, database, log), database, stop };
  } catch (error) {
    await end(child);
    throw error;
  }
}

/** Statements are counted by an extension that PostgreSQL loads when it starts. */
async function prepareDatabase(dataFolder: string): Promise<void> {
  const server = await startEmbeddedPostgres({ dataFolder, durable: true });
  const client = new pg.Client(server.url('postgres'));
  await client.connect();
  await client.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`);
  await client.query(`alter system set pg_stat_statements.track = 'none'`);
  await client.end();
  await server.stop();
}

/** Counts what it writes, and waits for the address in its banner. */
function ready(
  child: ChildProcess,
  log: { lines: number; bytes: number },
): Promise<{ url: string; inspector: string | undefined }> {
  let inspector: string | undefined;
  let said: string | undefined = '';
  child.stderr?.on('data', (text: Buffer) => {
    // The process that starts the mesh has an inspector, too; that of the mesh comes last.
    inspector = /ws:\/\/\S+/.exec(text.toString())?.[0] ?? inspector;
    if (!/inspector|Debugger/.test(text.toString())) process.stderr.write(text);
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}: ${said?.slice(-2_000)}`)));
    child.stdout?.on('data', (text: Buffer) => {
      log.bytes += text.length;
      for (const byte of text) if (byte === 10) log.lines += 1;
      if (said === undefined) return;
      said += text.toString();
      const url = /^ {2}API +(http:\S+)\/v3$/m.exec(said)?.[1];
      if (!url) return;
      said = undefined;
      resolve({ url: url.replace('localhost', '127.0.0.1'), inspector });
    });
  });
}

/** Where the embedded PostgreSQL of a data folder listens. */
async function serverAt(folder: string): Promise<{ pid: number; urlOf: (database: string) => string }> {
  const password = (await readFile(join(folder, 'password'), 'utf8')).trim();
  const [pid, , , port] = (await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n');
  return { pid: Number(pid), urlOf: (database) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}` };
}

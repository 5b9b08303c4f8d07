import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startEmbeddedPostgres } from '@parley/embedded-postgres';

import { eventually } from './eventually.ts';

const folderVariable = 'PARLEY_TEST_POSTGRES';

/**
 * For jest's global setup: offers one embedded PostgreSQL to all tests of the run, started when the first of them asks.
 * With `TEST_DATABASE_URL` (a server where databases may be created) there is nothing to offer.
 * @returns stops the server and removes its data; a killed run leaves neither
 */
export async function offerTestPostgres(): Promise<() => Promise<void>> {
  if (process.env.TEST_DATABASE_URL) return async () => undefined;

  const folder = await mkdtemp(join(await fastFolder(), 'parley-test-'));
  process.env[folderVariable] = folder;
  let starting: ReturnType<typeof start> | undefined;
  const watch = setInterval(() => {
    if (!existsSync(join(folder, 'wanted'))) return;
    clearInterval(watch);
    starting = start(folder);
  }, 10);
  watch.unref();

  return async () => {
    clearInterval(watch);
    await (await starting)?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Memory, where there is enough: a copy of a database is some three hundred small files, which a busy disk makes slow. */
async function fastFolder(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => undefined);
  return memory && memory.bavail * memory.bsize > 2 ** 31 ? '/dev/shm' : tmpdir();
}

/** Address of a database of the run's server, `postgres` by default. The first call starts the server. */
export async function testServer(database = 'postgres'): Promise<string> {
  const address = new URL(process.env.TEST_DATABASE_URL ?? (await wantedServer()));
  address.pathname = `/${encodeURIComponent(database)}`;
  return address.href;
}

async function wantedServer(): Promise<string> {
  const folder = process.env[folderVariable];
  if (folder === undefined) throw new Error('There is no test database: run through jest, or set TEST_DATABASE_URL.');
  if (!existsSync(join(folder, 'wanted'))) await writeFile(join(folder, 'wanted'), '');
  const answer = await eventually(() => readFile(join(folder, 'answer'), 'utf8'), { timeoutMs: 25_000, everyMs: 10 });
  if (!answer.startsWith('postgresql:')) throw new Error(answer);
  return answer;
}

async function start(folder: string) {
  const server = await startEmbeddedPostgres({ dataFolder: folder, durable: false }).catch((error: unknown) =>
    error instanceof Error ? error : new Error(String(error)),
  );
  // The address holds the password: for our own eyes, and whole when it is there.
  const answer = server instanceof Error ? `PostgreSQL for the tests: ${server.message}` : server.url('postgres');
  await writeFile(join(folder, 'answer.part'), answer, { mode: 0o600 });
  await rename(join(folder, 'answer.part'), join(folder, 'answer'));
  return server instanceof Error ? undefined : server;
}

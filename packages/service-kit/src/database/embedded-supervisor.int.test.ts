import { mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { backendsOf, eventually } from '@parley/testkit';
import pg from 'pg';

import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { alive } from './embedded-process.ts';

let folder: string;
let data: string;
let server: EmbeddedPostgres;
let lost: PromiseWithResolvers<Error>;

const patience = { timeoutMs: 20_000 };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-supervised-'));
  lost = Promise.withResolvers();
  server = await startEmbeddedPostgres({
    dataFolder: join(folder, 'postgres'),
    durable: true,
    onLost: (error) => lost.resolve(error),
  });
  data = join(server.dataFolder, 'data');
});
afterEach(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function asking(text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(server.url('postgres'));
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

it('starts a server again that was killed, at the same address and with all that was committed', async () => {
  await asking('create table counted (n integer)');
  await asking('insert into counted values (1)');
  const { pid } = server;
  for (let kills = 0; kills < 2; kills++) {
    process.kill(server.pid, 'SIGKILL');
    await eventually(() => asking('insert into counted values (2)'), patience);
  }
  expect(server.pid).not.toBe(pid);
  expect(await asking('select count(*)::int as count from counted')).toEqual([{ count: 3 }]);
});

it('ends the one that runs when it is stopped, and starts no other', async () => {
  process.kill(server.pid, 'SIGKILL');
  await eventually(() => asking('select 1'), patience);
  const { pid } = server;
  await server.stop();
  expect(alive(pid)).toBe(false);
  await expect(asking('select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it('waits for backends that have outlived their postmaster', async () => {
  const client = new pg.Client(server.url('postgres'));
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const backend = rows[0]?.pid ?? 0;
  expect(backendsOf(server.pid)).toContain(backend);
  process.kill(backend, 'SIGSTOP');
  process.kill(server.pid, 'SIGKILL');

  // It has the memory of the old server: none can start beside it.
  await eventually(
    async () => expect(await readFile(join(server.dataFolder, 'server.log'), 'utf8')).toContain('is still in use'),
    patience,
  );
  expect(alive(backend)).toBe(true);
  process.kill(backend, 'SIGCONT');
  await eventually(() => asking('select 1'), patience);
});

it('gives up when the data folder is gone, and says what to do', async () => {
  await rename(data, `${data}.moved`);
  process.kill(server.pid, 'SIGKILL');
  expect((await lost.promise).message).toBe(
    `The embedded PostgreSQL has ended and its data folder ${data} is gone: restore it from a back-up and start Parley again.`,
  );
});

it('gives up when the disk is full, and says what to do', async () => {
  // Every start writes this file, and the kernel refuses it as it does when the disk is full.
  await rm(join(data, 'postmaster.opts'));
  await symlink('/dev/full', join(data, 'postmaster.opts'));
  process.kill(server.pid, 'SIGKILL');
  expect((await lost.promise).message).toBe(
    `The embedded PostgreSQL has ended because the disk of ${server.dataFolder} is full: make room and start Parley again.`,
  );
});

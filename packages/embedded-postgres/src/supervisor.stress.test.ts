import { mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually, freezePostgres } from '@parley/testkit';
import pg from 'pg';

import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { alive } from './process.ts';

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

/** Kills the postmaster, and waits for the next one. */
async function killed(): Promise<void> {
  const { pid } = server;
  process.kill(pid, 'SIGKILL');
  await eventually(() => server.pid !== pid, patience);
}

it('starts a server again that was killed, at the same address and with all that was committed', async () => {
  await asking('create table counted (n integer)');
  await asking('insert into counted values (1)');
  for (let kills = 0; kills < 2; kills++) {
    await killed();
    await asking('insert into counted values (2)');
  }
  expect(await asking('select count(*)::int as count from counted')).toEqual([{ count: 3 }]);
});

it('ends the one that runs when it is stopped, and starts no other', async () => {
  await killed();
  const { pid } = server;
  await server.stop();
  expect(alive(pid)).toBe(false);
  await expect(asking('select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it('waits for backends that have outlived their postmaster', async () => {
  const thaw = freezePostgres(server.pid);
  try {
    process.kill(server.pid, 'SIGKILL');
    // They have the memory of the old server: none can start beside them.
    const log = () => readFile(join(server.dataFolder, 'server.log'), 'utf8');
    await eventually(async () => expect(await log()).toContain('is still in use'), patience);
  } finally {
    thaw();
  }
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

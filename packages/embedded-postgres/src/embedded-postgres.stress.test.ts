import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { eventually } from '@parley/testkit';
import pg from 'pg';

import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { alive, readPostmaster, stopPostmaster } from './process.ts';

let prepared: string;
let folder: string;
let dataFolder: string;
let parents: ChildProcess[] = [];

beforeAll(async () => {
  prepared = await ownFolder();
  const server = await startEmbeddedPostgres({ dataFolder: join(prepared, 'postgres'), durable: true });
  await server.stop();
});
afterAll(() => rm(prepared, { recursive: true, force: true }));

beforeEach(async () => {
  folder = await ownFolder();
  dataFolder = join(folder, 'postgres');
  // As if it had been started here before: a copy is faster than making a new one.
  await promisify(execFile)('cp', ['-a', join(prepared, 'postgres'), dataFolder]);
});
afterEach(async () => {
  for (const parent of parents) parent.kill('SIGKILL');
  parents = [];
  const left = await readPostmaster(join(dataFolder, 'data'));
  if (left) await stopPostmaster(join(dataFolder, 'data'), left.pid);
  await rm(folder, { recursive: true, force: true });
});

const ownFolder = () => mkdtemp(join(tmpdir(), 'parley-embedded-'));

const start = (options: { port?: number; durable?: boolean } = {}) =>
  startEmbeddedPostgres({ dataFolder, durable: true, ...options });

async function asking(server: { url(database: string): string }, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(server.url('postgres'));
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Another process that starts a server on the folder, prints its address and hangs until it is killed. */
async function startElsewhere(durable = true): Promise<{ parent: ChildProcess; pid: number; address: string }> {
  const module = new URL('./embedded-postgres.ts', import.meta.url).href;
  const script = `
    import { startEmbeddedPostgres } from '${module}';
    const server = await startEmbeddedPostgres({ dataFolder: '${dataFolder}', durable: ${durable} });
    console.log(JSON.stringify({ pid: server.pid, address: server.url('postgres') }));
    setInterval(() => undefined, 1000);`;
  const parent = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  parents.push(parent);
  const [line] = (await once(createInterface(parent.stdout), 'line')) as [string];
  return { parent, ...(JSON.parse(line) as { pid: number; address: string }) };
}

async function kill(parent: ChildProcess): Promise<void> {
  const gone = once(parent, 'exit');
  parent.kill('SIGKILL');
  await gone;
}

const countUp = `insert into counted select coalesce(max(n), 0) + 1 from counted returning n`;

it('keeps its data in the folder it was given', async () => {
  const server = await start();
  expect(server.dataFolder).toBe(dataFolder);
  await server.stop();
});

it('keeps what was committed over a stop and a start', async () => {
  const first = await start();
  await asking(first, 'create table counted (n integer)');
  await asking(first, countUp);
  await first.stop();
  expect(alive(first.pid)).toBe(false);

  const second = await start();
  expect(await asking(second, countUp)).toEqual([{ n: 2 }]);
  await second.stop();
});

it('loses nothing committed when the process is killed, whether or not the server survived it', async () => {
  const first = await startElsewhere();
  const server = { url: () => first.address };
  await asking(server, 'create table counted (n integer)');
  for (let n = 1; n <= 20; n++) await asking(server, countUp);
  await kill(first.parent);

  const second = await start();
  expect(await asking(second, countUp)).toEqual([{ n: 21 }]);
  await second.stop();
});

it('loses nothing committed when process and server are killed at the same time', async () => {
  const first = await startElsewhere();
  const server = { url: () => first.address };
  await asking(server, 'create table counted (n integer)');
  for (let n = 1; n <= 20; n++) await asking(server, countUp);
  process.kill(first.pid, 'SIGKILL');
  await kill(first.parent);

  const second = await start();
  expect(await asking(second, countUp)).toEqual([{ n: 21 }]);
  await second.stop();
});

it('starts when the last process of a killed server has ended, which may take a moment', async () => {
  const first = await startElsewhere();
  const client = new pg.Client(first.address);
  client.on('error', () => undefined);
  await client.connect();
  const [{ pid }] = (await client.query('select pg_backend_pid() as pid')).rows as [{ pid: number }];
  process.kill(pid, 'SIGSTOP');
  process.kill(first.pid, 'SIGKILL');
  await kill(first.parent);

  const starting = start();
  starting.catch(() => undefined);
  const held = () => readFile(join(dataFolder, 'server.log'), 'utf8');
  await eventually(async () => expect(await held()).toContain('is still in use'));
  process.kill(pid, 'SIGCONT');
  const second = await starting;
  expect(await asking(second, 'select 1 as one')).toEqual([{ one: 1 }]);
  await second.stop();
});

it('ends the server of a killed process, so that none is left behind', async () => {
  const { parent, pid } = await startElsewhere();
  await kill(parent);
  await eventually(() => !alive(pid), { timeoutMs: 15_000 });
});

it('removes the folder of a throwaway server whose process was killed', async () => {
  const { parent, pid } = await startElsewhere(false);
  await kill(parent);
  await eventually(() => !alive(pid), { timeoutMs: 15_000 });
  await eventually(() =>
    stat(dataFolder).then(
      () => false,
      () => true,
    ),
  );
});

it('refuses a folder whose server serves another living process, and leaves that one alone', async () => {
  const first = await start();
  await expect(start()).rejects.toThrow('Another living process uses this data folder');
  expect(await asking(first, 'select 1 as one')).toEqual([{ one: 1 }]);
  await first.stop();
});

it('starts when the machine went down hard and the old process id belongs to something else now', async () => {
  const first = await start();
  await first.stop();
  await writeFile(
    join(dataFolder, 'data', 'postmaster.pid'),
    `${process.pid}\n${dataFolder}/data\n1\n1\n\n127.0.0.1\n\nready\n`,
  );
  const server = await start();
  expect(alive(process.pid)).toBe(true);
  expect(await asking(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.stop();
});

it('starts over when an earlier first start was cut off half way', async () => {
  await rm(join(dataFolder, 'data'), { recursive: true });
  await writeFile(join(dataFolder, 'data.new'), 'half');
  const server = await start();
  expect(await asking(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.stop();
});

it('listens on 127.0.0.1 only, wants the password of a file that only its account can read', async () => {
  const server = await start();
  const password = (await readFile(join(dataFolder, 'password'), 'utf8')).trim();
  expect((await stat(join(dataFolder, 'password'))).mode & 0o777).toBe(0o600);
  expect(server.url('a b')).toBe(`postgresql://postgres:${password}@127.0.0.1:${server.port}/a%20b`);
  expect(await asking(server, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  expect(await asking(server, 'show fsync')).toEqual([{ fsync: 'on' }]);
  const stranger = { url: () => server.url('postgres').replace(password, 'guessed') };
  await expect(asking(stranger, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  await server.stop();
});

it('writes no values of refused statements into its log', async () => {
  const server = await start();
  await asking(server, 'create table people (email text primary key)');
  const insert = () => asking(server, `insert into people values ('ada@example.org')`);
  await insert();
  await expect(insert()).rejects.toMatchObject({ code: '23505' });
  await server.stop();
  expect(await readFile(join(dataFolder, 'server.log'), 'utf8')).not.toContain('ada@example.org');
});

it('says why the server does not start', async () => {
  await writeFile(join(dataFolder, 'data', 'postgresql.conf'), 'nonsense = on\n');
  await expect(start()).rejects.toThrow(/did not start .*nonsense/s);
});

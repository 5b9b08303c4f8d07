import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@parley/embedded-postgres';
import { backendsOf, eventually, freezePostgres } from '@parley/testkit';
import pg from 'pg';

import { connectShelves, project } from '../../test/shelves.ts';

// A server of this file's own: what is done to it must not reach other tests.
let folder: string;
let server: EmbeddedPostgres;
let db: Awaited<ReturnType<typeof connectShelves>>;
let thaw: () => void = () => undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-liveness-'));
  server = await startEmbeddedPostgres({ dataFolder: join(folder, 'postgres'), durable: false });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  db = await connectShelves(server.url('postgres'), { poolSize: 2 });
  await db.query('create table shelf (id_project text, id text, name text)');
});
afterEach(async () => {
  thaw();
  await asAdministrator('drop table shelf');
  await db.close();
});

const away = { name: 'AppError', code: 'dependency_down', kind: 'unavailable' };

async function asAdministrator(text: string): Promise<void> {
  const client = new pg.Client(server.url('postgres'));
  await client.connect();
  await client.query(text);
  await client.end();
}

async function putShelf(name: string): Promise<void> {
  await db.query('insert into shelf values ($1, $2, $2)', [project, name]);
}

async function names(): Promise<unknown[]> {
  return (await db.query('select name from shelf order by name')).map(({ name }) => name);
}

/** What each call came to, and how long the slowest of them took, in ms. */
async function outcomesOf(calls: readonly Promise<unknown>[]) {
  const began = performance.now();
  const outcomes = await Promise.all(
    calls.map((call) =>
      call.then(
        () => 'done',
        (error: unknown) => error,
      ),
    ),
  );
  return { outcomes, tookMs: performance.now() - began };
}

// What calls may take in all is 3 s: this leaves the rest of their way something of it.
const deadlineMs = 2_500;

describe('a frozen server', () => {
  it('is down for calls that use or wait for a connection, and then for all at once', async () => {
    await db.ping();
    thaw = freezePostgres(server.pid);

    const first = await outcomesOf([
      db.query('select 1'),
      db.transaction(() => putShelf('a')),
      db.unitOfWork(() => putShelf('b')),
      db.outside(() => db.query('select 1')),
      db.prisma.shelf.findFirst(),
      db.scan({ text: 'select * from shelf' }).next(),
      // More than there are connections.
      ...[1, 2, 3, 4].map(() => db.query('select 1')),
    ]);
    expect(first.outcomes).toEqual(first.outcomes.map(() => expect.objectContaining(away)));
    expect(first.tookMs).toBeLessThan(deadlineMs);

    // Refused without another attempt.
    const cause = { message: 'the database server does not answer' };
    await expect(db.query('select 1')).rejects.toMatchObject({ ...away, cause });
  });

  it('serves again when it goes on, keeps what was acknowledged and nothing half written', async () => {
    await db.ping();
    await putShelf('kept');
    const begun = Promise.withResolvers<void>();
    const frozen = Promise.withResolvers<void>();
    const cut = db.transaction(async () => {
      await putShelf('half');
      begun.resolve();
      await frozen.promise;
      await putShelf('written');
    });
    await begun.promise;
    thaw = freezePostgres(server.pid);
    frozen.resolve();
    // Nothing else is under way, and nothing waits for a connection.
    const { outcomes, tookMs } = await outcomesOf([cut]);
    expect(outcomes).toEqual([expect.objectContaining(away)]);
    expect(tookMs).toBeLessThan(deadlineMs);

    thaw();
    await eventually(() => putShelf('after'));
    expect(await names()).toEqual(['after', 'kept']);
  });

  it('is distinguished from one that answers and runs a long statement', async () => {
    expect(await db.query('select 1 as one from pg_sleep(3)')).toEqual([{ one: 1 }]);
  });
});

describe('ping', () => {
  it('logs that the server is frozen, and that it answers again', async () => {
    await db.ping();
    thaw = freezePostgres(server.pid);
    const { outcomes, tookMs } = await outcomesOf([db.ping()]);
    expect(outcomes).toEqual([expect.objectContaining(away)]);
    expect(tookMs).toBeLessThan(deadlineMs);
    thaw();
    await eventually(() => db.ping());
  });

  it('does not wait for a connection of the pool', async () => {
    const { promise: end, resolve: letGo } = Promise.withResolvers<void>();
    const holders = [1, 2].map(() => db.transaction(() => db.query('select 1').then(() => end)));
    await db.ping();
    letGo();
    await Promise.all(holders);
  });

  it('reports that the disk is full, though the server answers', async () => {
    await db.ping();
    await fillDisk();
    // No query before it: beside a heartbeat the check would open a connection whose files are not among those.
    await expect(db.ping()).rejects.toMatchObject({ ...away, cause: { code: '53100' } });
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]);

    await freeDisk();
    await db.ping();
  });
});

const spool = () => join(server.dataFolder, 'data/base/pgsql_tmp');

/**
 * The kernel refuses every byte of what PostgreSQL's backends put aside, as it does when the disk is full: their next temporary
 * files, whose names are known, are `/dev/full`.
 */
async function fillDisk(): Promise<void> {
  // The folder is made with the first such file.
  await asAdministrator(`set work_mem = '64kB'; select count(*) from generate_series(1, 100000)`);
  for (const pid of backendsOf(server.pid)) {
    for (let file = 0; file < 50; file++) await symlink('/dev/full', join(spool(), `pgsql_tmp${pid}.${file}`));
  }
}

async function freeDisk(): Promise<void> {
  // PostgreSQL answers with the error first and removes the file of its own then: it may go while this looks.
  for (const file of await readdir(spool())) await rm(join(spool(), file), { force: true });
}

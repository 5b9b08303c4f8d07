import { eventually } from '@parley/testkit';
import pg from 'pg';

import { connectShelves, openShelves, project, putShelf, type ShelfFixture } from '../../test/shelves.ts';
import { orQueryTimeout } from './failures.ts';

let shelves: ShelfFixture;
beforeEach(async () => {
  shelves = await openShelves({
    poolSize: 2,
    limits: { statementMs: 400, transactionMs: 800, connectMs: 300, workers: 0 },
  });
});
afterEach(() => shelves.close());

const away = { name: 'AppError', code: 'dependency_down', kind: 'unavailable' };

async function asAdministrator(text: string): Promise<void> {
  const client = new pg.Client(shelves.url);
  await client.connect();
  await client.query(text);
  await client.end();
}

const endOthers = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name = 'kit-tests'`;

it('is unavailable, with the cause, when nothing listens at its address', async () => {
  const db = connectShelves('postgresql://postgres:x@127.0.0.1:1/none');
  const nowhere = await db;
  await expect(nowhere.query('select 1')).rejects.toMatchObject({ ...away, cause: { code: 'ECONNREFUSED' } });
  await expect(nowhere.ping()).rejects.toMatchObject(away);
  await expect(nowhere.transaction(() => nowhere.query('select 1'))).rejects.toMatchObject(away);
  await expect(nowhere.prisma.shelf.findFirst()).rejects.toMatchObject(away);
  await expect(nowhere.prisma.shelf.create({ data: shelfWithBook('a') })).rejects.toMatchObject(away);
  await nowhere.close();
});

it('gives a statement no more processors than configured', async () => {
  expect(await shelves.db.query('show max_parallel_workers_per_gather')).toEqual([
    { max_parallel_workers_per_gather: '0' },
  ]);
});

it('is unavailable when all connections are taken for too long, and serves again when they are free', async () => {
  const { db } = shelves;
  const { promise: end, resolve: letGo } = Promise.withResolvers<void>();
  const hold = () => db.transaction(() => db.query('select 1').then(() => end));
  const holders = [hold(), hold()];
  await expect(db.query('select 1')).rejects.toMatchObject(away);
  letGo();
  await Promise.all(holders);
  expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]);
});

it('is unavailable when a statement takes too long, and the connection stays good', async () => {
  const { db } = shelves;
  await expect(db.query('select pg_sleep(5)')).rejects.toMatchObject({ ...away, cause: { code: '57014' } });
  expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]);
});

it('says query_timeout for a limit of the pool, and for nothing else', async () => {
  const { db } = shelves;
  const late = { name: 'AppError', code: 'query_timeout', kind: 'unavailable' };
  const { promise: end, resolve: letGo } = Promise.withResolvers<void>();
  const hold = () => db.transaction(() => db.query('select 1').then(() => end));
  const holders = [hold(), hold()];
  const waited = await db.query('select 1').catch((error: unknown) => error);
  letGo();
  await Promise.all(holders);
  // A timer may fire early, so that the time which has passed says nothing.
  await expect(orQueryTimeout(() => Promise.reject(waited))).rejects.toMatchObject({ ...late, cause: away });
  await expect(orQueryTimeout(() => db.query('select pg_sleep(5)'))).rejects.toMatchObject(late);
  await expect(orQueryTimeout(() => db.transaction(() => db.query('select pg_sleep(5)')))).rejects.toMatchObject(late);
  await expect(orQueryTimeout(() => db.query('select 1 / 0'))).rejects.toMatchObject({ code: '22012' });
  const nowhere = await connectShelves('postgresql://postgres:x@127.0.0.1:1/none');
  await expect(orQueryTimeout(() => nowhere.query('select 1'))).rejects.toMatchObject(away);
  await nowhere.close();
});

it('breaks a transaction off that takes too long, and frees its locks', async () => {
  const { db, names } = shelves;
  await putShelf(db, 'a');
  const { promise: never } = Promise.withResolvers<void>();
  const { promise: broken, resolve: tellBroken } = Promise.withResolvers<unknown>();
  const { promise: holdsLock, resolve: tellHeld } = Promise.withResolvers<void>();
  const hanging = db.transaction(async () => {
    await db.query(`update shelf set name = 'b'`);
    tellHeld();
    await Promise.race([never, broken]);
  });
  const locked = () => db.query(`select name from shelf for update nowait`);
  await holdsLock;
  await expect(locked()).rejects.toMatchObject({ code: '55P03' });
  expect(await eventually(locked)).toEqual([{ name: 'a' }]);
  tellBroken(undefined);
  await expect(hanging).rejects.toMatchObject(away);
  expect(await names()).toEqual(['a']);
});

it('survives the loss of its connections: those in use reject, the next call gets a new one', async () => {
  const { db, names } = shelves;
  const cut = db.transaction(async () => {
    await putShelf(db, 'a');
    await asAdministrator(endOthers);
    await putShelf(db, 'b');
  });
  await expect(cut).rejects.toMatchObject(away);
  await db.query('select 1');
  await asAdministrator(endOthers);
  await eventually(() => putShelf(db, 'c'));
  expect(await names()).toEqual(['c']);
});

it('hands errors on as they are that are not about reaching the database', async () => {
  const { db } = shelves;
  await expect(db.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
  await expect(db.query('select nothing from nowhere')).rejects.toMatchObject({ code: '42P01' });
});

it('keeps the connection of a statement that was refused', async () => {
  const { db } = shelves;
  const process = async () => (await db.query<{ pid: number }>('select pg_backend_pid() as pid'))[0]?.pid;
  const before = await process();
  await expect(db.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
  expect(await process()).toBe(before);
});

it('serves prepared statements on after a migration has changed the table under them', async () => {
  const { db } = shelves;
  const all = { name: 'all_shelves', text: 'select * from shelf' };
  await putShelf(db, 'a');
  await db.query(all);
  await asAdministrator('alter table shelf add column note text');
  expect(await db.query(all)).toMatchObject([{ name: 'a', note: null }]);
  await asAdministrator('alter table shelf drop column note');
  const [first] = await db.transaction(() => db.query(all));
  expect(first).not.toHaveProperty('note');
});

it('names its connections after the service', async () => {
  const { db } = shelves;
  const [row] = await db.query('select application_name from pg_stat_activity where pid = pg_backend_pid()');
  expect(row).toEqual({ application_name: 'kit-tests' });
});

function shelfWithBook(name: string) {
  return { idProject: project, id: name, name, books: { create: [{ id: name, title: name }] } };
}

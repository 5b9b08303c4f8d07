import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { testServer } from '@parley/testkit';
import pg from 'pg';
import { silent } from '../../test/shelves.ts';
import { migrate } from './migrate.ts';

let url: string;
let folder: URL;
beforeEach(async () => {
  url = await testServer(`parley_migrate_${randomBytes(6).toString('hex')}`);
  folder = pathToFileURL(`${await mkdtemp(join(tmpdir(), 'parley-migrations-'))}/`);
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await asking(await testServer(), `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`);
});

async function asking(address: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function write(name: string, sql: string): Promise<void> {
  await mkdir(new URL(`migrations/${name}/`, folder), { recursive: true });
  await writeFile(new URL(`migrations/${name}/migration.sql`, folder), sql);
}

const run = () => migrate({ url, folder, log: silent });
const ledger = () =>
  asking(
    url,
    'select migration_name as name, rolled_back_at is null as stands from _prisma_migrations order by started_at',
  );
const numbers = () => asking(url, 'select n from numbers order by n');

it('creates a missing database, with the tables of the kit before those of the service', async () => {
  await write(
    '20991103000000_numbers',
    'create table numbers (n integer primary key); insert into numbers values (1);',
  );
  const { applied } = await run();
  expect(applied[0]).toBe('20261101000000_kit');
  expect(applied.at(-1)).toBe('20991103000000_numbers');
  expect(await numbers()).toEqual([{ n: 1 }]);
  expect(await asking(url, 'select count(*)::int as leases from lease')).toEqual([{ leases: 0 }]);
});

it('applies each migration once, in the order of names, however many replicas start at the same time', async () => {
  await write('20991103000000_numbers', 'create table numbers (n integer); insert into numbers values (1);');
  await write('20991103000001_more', 'select pg_sleep(0.2); insert into numbers select max(n) + 1 from numbers;');
  const outcomes = await Promise.all(Array.from({ length: 5 }, run));
  expect(outcomes.filter(({ applied }) => applied.length > 0)).toHaveLength(1);
  expect(await numbers()).toEqual([{ n: 1 }, { n: 2 }]);
  expect(await run()).toEqual({ applied: [] });
});

it('applies only what is new to a database that was migrated before', async () => {
  await write('20991103000000_numbers', 'create table numbers (n integer primary key);');
  await run();
  await write('20991104000000_one', 'insert into numbers values (1);');
  expect(await run()).toEqual({ applied: ['20991104000000_one'] });
});

it('leaves a database alone that a newer release has migrated further', async () => {
  await write('20991103000000_numbers', 'create table numbers (n integer primary key);');
  await write('20991104000000_newer', 'alter table numbers add column note text;');
  await run();
  await rm(new URL('migrations/20991104000000_newer/', folder), { recursive: true });
  expect(await run()).toEqual({ applied: [] });
});

describe('a database that a release has migrated', () => {
  const runAs = (...releases: string[]) => migrate({ url, folder, log: silent, releases });
  const column = async (name: string) => {
    await write(`20991105000000_${name}`, `create table ${name} (n integer)`);
  };

  it('is migrated by the next one, and refused by the one after, which says the way and changes nothing', async () => {
    await runAs('0.1');
    await column('third');
    await expect(runAs('0.1', '0.2', '0.3', '0.4')).rejects.toThrow(
      'This database is of release 0.1, and 0.4 starts on one of 0.3 only: upgrade from 0.1 to 0.2, then to 0.3, then to 0.4.',
    );
    expect(await asking(url, `select to_regclass('third') as third`)).toEqual([{ third: null }]);
    await runAs('0.1', '0.2');
    await runAs('0.1', '0.2', '0.3');
    await runAs('0.1', '0.2', '0.3', '0.4');
  });

  it('remembers a release that had nothing to migrate', async () => {
    await runAs('0.1');
    expect(await runAs('0.1', '0.2')).toEqual({ applied: [] });
    await expect(runAs('0.1', '0.2', '0.3')).resolves.toEqual({ applied: [] });
  });

  it('is still one of the newer release after a roll-back', async () => {
    await runAs('0.1', '0.2', '0.3');
    await runAs('0.1', '0.2');
    await expect(runAs('0.1', '0.2', '0.3', '0.4')).resolves.toEqual({ applied: [] });
  });

  it('is one of the first release if it is older than such records; a new one is of none', async () => {
    await expect(runAs('0.1', '0.2', '0.3')).resolves.toBeDefined();
    await asking(url, 'comment on table _prisma_migrations is null');
    await expect(runAs('0.1', '0.2', '0.3')).rejects.toThrow('of release 0.1');
  });
});

it('names a migration that fails, undoes all of it, and goes on from there when it is mended', async () => {
  await write('20991103000000_numbers', 'create table numbers (n integer primary key);');
  await write('20991104000000_broken', 'insert into numbers values (1); insert into numbers values (1);');
  await expect(run()).rejects.toThrow(/Migration 20991104000000_broken failed and was undone: 23505/);
  expect(await numbers()).toEqual([]);
  await expect(run()).rejects.toThrow('20991104000000_broken');

  await write('20991104000000_broken', 'insert into numbers values (1); insert into numbers values (2);');
  expect(await run()).toEqual({ applied: ['20991104000000_broken'] });
  expect(await numbers()).toEqual([{ n: 1 }, { n: 2 }]);
  const standing = (await ledger()).filter(({ stands }) => stands);
  expect(standing.at(-1)).toMatchObject({ name: '20991104000000_broken' });
});

it('takes semicolons inside function bodies for what they are', async () => {
  await write(
    '20991103000000_function',
    `create function twice(n integer) returns integer language plpgsql as $$ begin n := n * 2; return n; end; $$;`,
  );
  await run();
  expect(await asking(url, 'select twice(21) as answer')).toEqual([{ answer: 42 }]);
});

it('can build an index concurrently, also while other replicas wait for it', async () => {
  await write('20991103000000_numbers', 'create table numbers (n integer);');
  await write('20991104000000_index', 'create index concurrently numbers_n on numbers (n);');
  await Promise.all([run(), run(), run()]);
  expect(
    await asking(url, `select indisvalid as valid from pg_index where indexrelid = 'numbers_n'::regclass`),
  ).toEqual([{ valid: true }]);
});

it('builds an index concurrently again when the build before was interrupted', async () => {
  await write('20991103000000_numbers', 'create table numbers (n integer); insert into numbers values (1), (1);');
  await write('20991104000000_index', 'create unique index concurrently "numbers_n" on numbers (n);');
  await expect(run()).rejects.toThrow('20991104000000_index');
  const state = () =>
    asking(url, `select indisvalid as valid from pg_index where indexrelid = to_regclass('numbers_n')`);
  expect(await state()).toEqual([{ valid: false }]);

  await asking(url, 'delete from numbers');
  expect(await run()).toEqual({ applied: ['20991104000000_index'] });
  expect(await state()).toEqual([{ valid: true }]);
});

it('is unavailable, not broken, when the server is down', async () => {
  url = 'postgresql://postgres:x@127.0.0.1:1/none';
  await expect(run()).rejects.toMatchObject({ code: 'dependency_down' });
  url = await testServer('parley_none');
});

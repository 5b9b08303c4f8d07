import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { migrate, migrationsOf } from '@parley/service-kit/database';
import pg from 'pg';
import { pino } from 'pino';

import { testServer } from './embedded-postgres.ts';
import { applyMigrations } from './schema-engine.ts';

let url: string;
let folder: URL;
beforeEach(async () => {
  url = await testServer(`parley_engine_${randomBytes(6).toString('hex')}`);
  folder = pathToFileURL(`${await mkdtemp(join(tmpdir(), 'parley-engine-'))}/`);
  await write('20991103000000_numbers', 'create table numbers (n integer primary key);');
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

const runner = () => migrate({ url, folder, log: pino({ enabled: false }) });
const engine = async () => applyMigrations(url, await migrationsOf(folder), []);
const ledger = () =>
  asking(
    url,
    `select migration_name, checksum, logs, rolled_back_at, applied_steps_count, finished_at >= started_at as finished
     from _prisma_migrations order by started_at`,
  );
const columns = () =>
  asking(
    url,
    `select column_name, data_type, character_maximum_length, is_nullable, column_default
     from information_schema.columns where table_name = '_prisma_migrations' order by ordinal_position`,
  );

describe('the ledger of migrate and that of Prisma’s engine', () => {
  it('are the same table with the same rows', async () => {
    await runner();
    const made = { columns: await columns(), rows: await ledger() };
    await asking(await testServer(), `drop database ${new URL(url).pathname.slice(1)} with (force)`);
    await asking(await testServer(), `create database ${new URL(url).pathname.slice(1)}`);
    await engine();
    expect({ columns: await columns(), rows: await ledger() }).toEqual(made);
  });

  it('are taken over from the engine by migrate', async () => {
    await asking(await testServer(), `create database ${new URL(url).pathname.slice(1)}`);
    await engine();
    await write('20991104000000_one', 'insert into numbers values (1);');
    expect(await runner()).toEqual({ applied: ['20991104000000_one'] });
  });

  it('are taken over from migrate by the engine', async () => {
    await runner();
    await write('20991104000000_one', 'insert into numbers values (1);');
    expect(await engine()).toEqual(['20991104000000_one']);
  });

  it('are taken over by migrate where the engine has failed', async () => {
    await asking(await testServer(), `create database ${new URL(url).pathname.slice(1)}`);
    await write('20991104000000_broken', 'insert into numbers values (1); insert into numbers values (1);');
    await expect(engine()).rejects.toThrow('numbers_pkey');
    await write('20991104000000_broken', 'insert into numbers values (1);');
    expect(await runner()).toEqual({ applied: ['20991104000000_broken'] });
    expect(await engine()).toEqual([]);
  });
});

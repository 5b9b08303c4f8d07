import pg from 'pg';

import { type TestDatabase, testDatabase } from './database.ts';

const kit = new URL('../../service-kit/prisma/', import.meta.url);
let made: TestDatabase[] = [];
afterEach(async () => {
  await Promise.all(made.map((database) => database.drop()));
  made = [];
});

async function make(): Promise<TestDatabase> {
  const database = await testDatabase(kit);
  made.push(database);
  return database;
}

async function asking(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

it('gives every asker a migrated, empty database that no other asker sees', async () => {
  const [one, two] = await Promise.all([make(), make()]);
  await asking(one.url, `insert into lease (name, holder, until) values ('a', 'ada', now())`);
  expect(await asking(one.url, 'select name from lease')).toEqual([{ name: 'a' }]);
  expect(await asking(two.url, 'select name from lease')).toEqual([]);
});

it('drops a database that still has connections', async () => {
  const { url, drop } = await testDatabase(kit);
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  await drop();
  await expect(asking(url, 'select 1')).rejects.toMatchObject({ code: '3D000' });
});

import type { Database } from '@parley/service-kit/database';
import pg from 'pg';

import { type TestDatabase, testDatabase } from '../database.ts';
import { changedTables, storedRows } from './stored.ts';

let database: TestDatabase;
let client: pg.Client;
let db: Pick<Database, 'query'>;
beforeAll(async () => {
  database = await testDatabase(new URL('../../../service-kit/prisma/', import.meta.url));
  client = new pg.Client(database.url);
  await client.connect();
  db = {
    query: async <Row extends object>(statement: Parameters<Database['query']>[0], values: readonly unknown[] = []) => {
      const { text } = typeof statement === 'string' ? { text: statement } : statement;
      return (await client.query(text, [...values])).rows as Row[];
    },
  };
  await client.query('create table shelf (id_project text, name text); create table book (title text)');
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** A record that is of no project is of the one that has its id. */
const project = { projectId: 'ours', ids: ['known'] };

it.each([
  [`insert into shelf values ('ours', 'a')`, ['shelf'], ['shelf']],
  [`update shelf set name = 'b'`, ['shelf'], ['shelf']],
  [`update shelf set name = 'b'`, [], []],
  [`delete from shelf; insert into shelf values ('ours', 'b')`, [], []],
  [`insert into shelf values ('theirs', 'c'); insert into book values ('of the known')`, ['book', 'shelf'], ['book']],
  [`insert into task (id_project, id, kind, payload) values ('ours', 'a', 'count', '1')`, ['task'], ['task']],
  [`update task set attempts = 2, payload = '2'`, [], []],
  [`update task set kind = 'add'`, ['task'], ['task']],
  [`delete from shelf where id_project = 'theirs'`, ['shelf'], []],
  ['truncate shelf', ['shelf'], ['shelf']],
])('sees in what is stored what changes by: %s', async (text, changed, changedOfProject) => {
  const before = [await storedRows(db), await storedRows(db, project)];
  expect(await storedRows(db)).toEqual(before[0]);
  await client.query(text);
  const after = [await storedRows(db), await storedRows(db, project)];
  expect(changedTables(before[0] ?? {}, after[0] ?? {}).sort()).toEqual(changed);
  expect(changedTables(before[1] ?? {}, after[1] ?? {}).sort()).toEqual(changedOfProject);
});

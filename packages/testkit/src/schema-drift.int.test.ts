import { existsSync, readdirSync } from 'node:fs';

import pg from 'pg';

import { testDatabase } from './database.ts';
import { driftOf } from './drift.ts';

const apps = new URL('../../../apps/', import.meta.url);
const withDatabase = readdirSync(apps).filter((app) => existsSync(new URL(`${app}/prisma/migrations/`, apps)));

it.each(withDatabase)('the migrations of %s make what its Prisma schema says', async (app) => {
  const folder = new URL(`${app}/prisma/`, apps);
  const { url, drop } = await testDatabase(folder);
  expect(await driftOf(url, folder)).toEqual([]);
  await drop();
});

it('finds a column that the schema has and the migrations lack', async () => {
  const folder = new URL('workspace/prisma/', apps);
  const { url, drop } = await testDatabase(folder);
  const client = new pg.Client(url);
  await client.connect();
  await client.query('alter table tags drop column color');
  await client.end();
  const [statement] = await driftOf(url, folder);
  expect(statement).toContain('ADD COLUMN     "color"');
  await drop();
});

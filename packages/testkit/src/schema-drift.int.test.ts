import { existsSync, readdirSync } from 'node:fs';
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

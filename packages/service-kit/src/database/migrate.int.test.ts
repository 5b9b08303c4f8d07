import { testDatabase } from '@parley/testkit';
import pg from 'pg';

it('first', async () => {
  const t = performance.now();
  const a = await testDatabase(new URL('../../prisma/', import.meta.url));
  const t1 = performance.now();
  const b = await testDatabase(new URL('../../prisma/', import.meta.url));
  const t2 = performance.now();
  const c = new pg.Client(b.url);
  await c.connect();
  expect((await c.query('select tablename from pg_tables where schemaname = $1', ['public'])).rows).toEqual([]);
  await c.end();
});

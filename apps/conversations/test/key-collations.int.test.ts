import { type TestTables, testTables } from './reading.ts';

let tables: TestTables;
beforeAll(async () => {
  tables = await testTables();
});
afterAll(() => tables.close());

/** Of the kit, and never joined to a request. */
const apart = ['_prisma_migrations', 'idempotency', 'task'];

// Under another collation than that of `request` a join finds no index where the database is not of the locale C.
it('compares the keys of requests and of what belongs to them byte by byte', async () => {
  const columns = await tables.db.query<{ column: string }>(
    `select c.relname || '.' || a.attname as "column" from pg_index i
      join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
      join pg_collation l on l.oid = a.attcollation and l.collname <> 'C'
      where i.indisprimary and a.attname in ('id_project', 'id', 'request') and c.relname <> all ($1)
      order by 1`,
    [apart],
  );
  expect(columns.map(({ column }) => column)).toEqual([]);
});

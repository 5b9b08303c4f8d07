import { newId } from '../call/ids.ts';
import { maintainEventTables } from './housekeeping.ts';
import { log, openStore, projectId, type Store } from './outbox.fixture.ts';
import { fetchUnpublished, markPublished } from './relay-rows.ts';

let store: Store;
beforeAll(async () => {
  store = await openStore();
  await maintainEventTables(store.db, log);
});
afterAll(() => store?.stop());

const batch = 64;
const shards = Array.from({ length: 16 }, (_, shard) => shard);
const noon = Math.floor(Date.now() / 86_400_000) * 86_400_000 + 43_200_000;

let written = 0;
/** Ten rows a second: ids begin with their second. */
const write = (count: number) => {
  const ids = Array.from({ length: count }, (_, nth) =>
    newId(new Date(noon + Math.floor((written + nth) / 10) * 1_000)),
  );
  written += count;
  return store.db.query<{ id: string; seq: number }>(
    `insert into outbox (id_project, id, partition_key, shard, seq, type, event)
     select $1, id, 'k', 0, nextval('outbox_seq'), 'thing.changed', repeat('x', 1000) from unnest($2::text[]) id
     returning id, seq`,
    [projectId, ids],
  );
};

it('has its statements planned once, not for each batch anew', async () => {
  await write(20_000);
  await store.db.query('update outbox set published_at = now()');
  await store.db.query('vacuum analyze outbox');

  // On one connection.
  const planned = await store.db.transaction(async () => {
    for (let round = 0; round < 20; round++) {
      const published = await write(batch);
      const next = await write(batch);
      const except = published.map(({ seq }) => seq);
      const rows = await fetchUnpublished(store.db, { shards, except, limit: batch }, published);
      expect(rows.map(({ seq }) => seq)).toEqual(next.map(({ seq }) => seq));
      await fetchUnpublished(store.db, { shards, except: [], limit: 1 }, next);
    }
    return store.db.query<{ generic: number; custom: number }>(
      `select generic_plans as generic, custom_plans as custom from pg_prepared_statements
       where statement like '%update outbox set published_at%' and statement not like '%pg_prepared_statements%'`,
    );
  });

  // PostgreSQL tries five times with the values before it compares.
  expect(planned).toEqual([{ generic: 35, custom: 5 }]);
}, 60_000);

it('marks rows on the page where they are, so that the log does not repeat them', async () => {
  const published = await write(512);
  const seqs = published.map(({ seq }) => seq);
  const pages = () =>
    store.db.query(
      `select seq, tableoid::regclass, (ctid::text::point)[0] as page from outbox where seq = any($1) order by seq`,
      [seqs],
    );
  const before = await pages();

  await markPublished(store.db, published);

  expect(await pages()).toEqual(before);
});

import { newId } from '../call/ids.ts';
import { maintainEventTables } from './housekeeping.ts';
import { change, log, openStore, projectId, type Store } from './outbox.fixture.ts';

let store: Store;
beforeEach(async () => {
  store = await openStore();
});
afterEach(() => store?.stop());

const day = 86_400_000;
const today = new Date();
const daysAgo = (days: number) => new Date(today.getTime() - days * day);
const house = (now = today) => maintainEventTables(store.db, log, now);
const partitions = async () => {
  const rows = await store.db.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relname ~ '^outbox_\\d+$' order by 1`,
  );
  return rows.map(({ name }) => name);
};
const nameOf = (at: Date) => `outbox_${at.toISOString().slice(0, 10).replaceAll('-', '')}`;
/** An event written on `at` and published on `published`. */
const event = (at: Date, published: Date | null) =>
  store.db.query(
    `insert into outbox (id_project, id, partition_key, shard, seq, type, event, created_at, published_at)
      values ($1, $2, 'k', 0, nextval('outbox_seq'), 'thing.changed', '{}', $3, $4)`,
    [projectId, newId(at), at, published],
  );
const events = () =>
  store.db.query<{ place: string }>('select tableoid::regclass::text as place from outbox order by seq');

it('has a partition ready for today and the next three days', async () => {
  await house();
  await house();

  expect(await partitions()).toEqual([0, 1, 2, 3].map((ahead) => nameOf(daysAgo(-ahead))));
  await change(store.db, 'k1');
  expect(await events()).toEqual([{ place: nameOf(today) }]);
});

it('refuses no event of a day without a partition', async () => {
  await change(store.db, 'k1');

  expect(await events()).toEqual([{ place: 'outbox_default' }]);
  await house();
  await change(store.db, 'k2');
  expect(await partitions()).not.toContain(nameOf(today));
  expect(await events()).toHaveLength(2);
});

it('drops days whose events have all been published for two weeks, and no others', async () => {
  for (const days of [17, 16, 10]) await house(daysAgo(days + 3));
  await event(daysAgo(20), daysAgo(20));
  await event(daysAgo(19), null);
  await event(daysAgo(18), daysAgo(2));
  await event(daysAgo(12), daysAgo(12));

  await house();

  const kept = await partitions();
  expect(kept).not.toContain(nameOf(daysAgo(20)));
  for (const days of [19, 18, 12, 0]) expect(kept).toContain(nameOf(daysAgo(days)));
  expect(await events()).toHaveLength(3);
});

it('deletes published events of days without a partition after two weeks', async () => {
  await event(daysAgo(40), daysAgo(15));
  await event(daysAgo(40), daysAgo(13));
  await event(daysAgo(40), null);

  await house();

  expect(await events()).toHaveLength(2);
});

it('keeps the inbox for 21 days and dead letters for 30', async () => {
  const inbox = (id: string, days: number) =>
    store.db.query(`insert into inbox values ($1, 'c', $2, 'done', $3)`, [projectId, id, daysAgo(days)]);
  const letter = (id: string, days: number) =>
    store.db.query(`insert into dead_letter values ($1, 'c', $2, 't', '{}', 'Error', 8, $3, $3)`, [
      projectId,
      id,
      daysAgo(days),
    ]);
  await Promise.all([inbox('old', 22), inbox('new', 20), letter('old', 31), letter('new', 29)]);

  await house();

  expect(await store.db.query('select event_id from inbox')).toEqual([{ event_id: 'new' }]);
  expect(await store.db.query('select event_id from dead_letter')).toEqual([{ event_id: 'new' }]);
});

it('gives way to a transaction that holds the outbox', async () => {
  const other = await store.connect();

  await other.transaction(async () => {
    await change(other, 'k1');
    await house();
  });

  expect(await partitions()).toEqual([]);
  expect(await events()).toHaveLength(1);
});

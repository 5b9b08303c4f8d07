import { AppError } from '@parley/contracts';
import { amountOf, eventually, Replica } from '@parley/testkit';

import { change, openStore, type Store, upTo } from '../src/outbox/outbox.fixture.ts';

/** So often is one of the replicas killed or paused. */
const rounds = Number(process.env.CRASH_ROUNDS ?? amountOf({ quick: 2, soak: 6 }));
const leaseMs = 600;

let store: Store;
const replicas: Replica[] = [];
beforeAll(async () => {
  store = await openStore();
  await store.db.query('create table published (place bigserial primary key, id text not null, pid integer not null)');
});
afterAll(async () => {
  for (const replica of replicas) await replica.kill();
  await store?.stop();
});

function startReplica(): Replica {
  const env = { ...process.env, DATABASE_URL: store.url, LEASE_MS: String(leaseMs) };
  const replica = new Replica(new URL('./relay/main.ts', import.meta.url), env);
  replicas.push(replica);
  return replica;
}

/** By key, the numbers of its changes as they were published, each where it came first. */
async function published(): Promise<Map<string, number[]>> {
  const rows = await store.db.query<{ key: string; n: number }>(
    `select o.event::json ->> 'partitionkey' as key, (o.event::json -> 'data' ->> 'n')::int as n
      from (select id, min(place) as place from published group by id) p join outbox o on o.id = p.id order by p.place`,
  );
  return new Map([...Map.groupBy(rows, ({ key }) => key)].map(([key, own]) => [key, own.map(({ n }) => n)]));
}

/** By key, its last change that is stored: a change whose answer was lost counts, if the database has it. */
async function stored(): Promise<Map<string, number>> {
  const rows = await store.db.query<{ key: string; n: number }>('select key, n from thing');
  return new Map(rows.map(({ key, n }) => [key, n]));
}

const unpublished = () => store.db.query('select 1 from outbox where published_at is null limit 1');

function unlessAway(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'dependency_down')) throw error;
}

it.each([2, 5])(
  'publishes all of it, in order, from %i processes that are killed and that stand still',
  async (count) => {
    await store.db.query('truncate outbox, thing, lease, published');
    const keys = upTo(3).map((n) => `k${n}`);
    let loading = true;
    const load = Promise.all(
      keys.map(async (key) => {
        // Where the machine itself stands still for longer than a commit may take, a client goes on too.
        while (loading) await change(store.db, key).catch(unlessAway);
      }),
    );
    const alive = upTo(count).map(startReplica);
    await eventually(async () => expect((await published()).size).toBe(3), { timeoutMs: 20_000 });

    for (const round of upTo(rounds)) {
      const [one = startReplica()] = alive.splice(0, 1);
      if (round % 2 === 0) await one.kill();
      else one.pause();
      alive.push(startReplica());
      // What that one had goes on elsewhere: of every key there is something newer.
      const before = await stored();
      await eventually(
        async () => {
          for (const [key, ns] of await published()) expect(ns.at(-1)).toBeGreaterThan(before.get(key) ?? 0);
        },
        { timeoutMs: 20_000, everyMs: 200 },
      );
      if (round % 2 === 1) {
        one.resume();
        alive.push(one);
      }
    }
    loading = false;
    await load;
    await eventually(async () => expect(await unpublished()).toEqual([]), { timeoutMs: 20_000 });
    for (const replica of alive) await replica.kill();

    const seen = await published();
    const last = await stored();
    for (const key of keys) expect(seen.get(key)).toEqual(upTo(last.get(key) ?? 0));
  },
  120_000,
);

import { eventually } from '@parley/testkit';

import { gate } from '../bus/bus.fixture.ts';
import { noMetrics } from '../bus/event-metrics.ts';
import { change, log, openStore, RecordingBus, type Store, startReplica, upTo } from './outbox.fixture.ts';
import type { Relay } from './relay.ts';

let store: Store;
let bus: RecordingBus;
let relays: Relay[] = [];

beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store?.stop());
beforeEach(async () => {
  await store.db.query('truncate outbox, thing, lease');
  bus = new RecordingBus();
  relays = [];
});
afterEach(() => Promise.all(relays.map((relay) => relay.stop())));

/** Of replicas that are killed: others need not wait long for their shards. */
const leaseMs = 600;

const start = (options: Partial<Parameters<typeof startReplica>[0]> = {}): Relay => {
  const relay = startReplica({ db: store.db, bus, log, ...options });
  relays.push(relay);
  return relay;
};
const unpublished = async () => (await store.db.query('select 1 from outbox where published_at is null')).length;
const keys = (count: number) => Array.from({ length: count }, (_, index) => `k${index}`);

/** A relay that can be cut off from its database and its bus in an instant, as by a SIGKILL. */
async function startMortal(): Promise<{ relay: Relay; kill(): Promise<void> }> {
  const db = await store.connect();
  let dead = false;
  const never = new Promise<never>(() => undefined);
  const mortalBus = new RecordingBus();
  mortalBus.publish = (batch, kept) =>
    dead ? never : bus.publish(batch, (ids) => !dead && kept(ids)).then(() => (dead ? never : undefined));
  const relay = startReplica({
    db: {
      ...db,
      query: (...args) => (dead ? never : db.query(...args)),
      // Housekeeping, which would otherwise hold its locks although it is dead.
      transaction: () => never,
    },
    bus: mortalBus,
    log,
    timings: { leaseMs },
  });
  return {
    relay,
    async kill() {
      dead = true;
    },
  };
}

it('publishes each event once, in order per partition key, and marks it', async () => {
  const relay = start();
  await Promise.all(keys(8).flatMap((key) => upTo(25).map(() => change(store.db, key))));
  await relay.idle();

  for (const key of keys(8)) expect(bus.of(key)).toEqual(upTo(25));
  await eventually(async () => expect(await unpublished()).toBe(0));
});

it('says when all that the bus has answered for is marked', async () => {
  const relay = start();
  for (const key of keys(5)) await change(store.db, key);
  await relay.idle();
  await eventually(() => expect(bus.published).toHaveLength(5));

  await relay.marked();

  expect(await unpublished()).toBe(0);
});

it('publishes what was written before it started', async () => {
  for (const key of keys(5)) await change(store.db, key);

  await start().idle();

  expect(bus.published).toHaveLength(5);
});

it('is woken by the commit: the poll is only there for lost hints', async () => {
  const relay = start({ timings: { pollMs: 60_000 } });
  await eventually(() => relay.shards().length === 16);

  await change(store.db, 'k1');

  await eventually(() => expect(bus.of('k1')).toEqual([1]));
});

it('finds by its poll what came without a notification', async () => {
  const relay = start();
  await eventually(() => relay.shards().length === 16);
  const elsewhere = await store.connect();

  await change(elsewhere, 'k1');

  await eventually(() => expect(bus.of('k1')).toEqual([1]));
});

it('publishes nothing of a transaction that is rolled back', async () => {
  const relay = start();
  await expect(
    change(store.db, 'k1', async () => {
      throw new Error('aborted');
    }),
  ).rejects.toThrow('aborted');
  await change(store.db, 'k2');
  await relay.idle();

  expect(bus.published.map(({ key }) => key)).toEqual(['k2']);
});

it('publishes a late commit, which delays no other event', async () => {
  const relay = start();
  const others = gate();
  const late = change(store.db, 'late', () => others.opened);
  await eventually(
    async () => (await store.db.query('select 1 from pg_locks where locktype = $1', ['transactionid'])).length > 0,
  );

  for (const key of keys(10)) await change(store.db, key);
  const sameKey = change(store.db, 'late');
  await eventually(() => expect(bus.published).toHaveLength(10));
  expect(bus.of('late')).toEqual([]);
  others.open();
  await Promise.all([late, sameKey]);
  await relay.idle();

  expect(bus.of('late')).toEqual([1, 2]);
});

it('publishes again what was published and not marked when it died', async () => {
  const first = await startMortal();
  const reached = gate();
  bus.after = async () => {
    await first.kill();
    reached.open();
  };
  await eventually(() => first.relay.shards().length === 16);
  await change(store.db, 'k1');
  await reached.opened;
  bus.after = async () => undefined;
  expect(bus.of('k1')).toEqual([1]);
  expect(await unpublished()).toBe(1);

  const second = start();
  await second.idle();

  expect(bus.of('k1')).toEqual([1, 1]);
});

it('takes over the shards of a replica that was killed when its lease ends', async () => {
  const dying = await startMortal();
  await eventually(() => dying.relay.shards().length === 16);
  await dying.kill();
  for (const key of keys(20)) await change(store.db, key);

  const survivor = start();
  await eventually(() => survivor.shards().length === 16);
  await survivor.idle();

  expect(bus.published).toHaveLength(20);
});

it('shares the shards fairly with replicas that come and go', async () => {
  const shares = () => relays.map((relay) => relay.shards().length).sort((a, b) => a - b);
  const [one] = [start()];
  await eventually(() => expect(shares()).toEqual([16]));
  const two = start();
  await eventually(() => expect(shares()).toEqual([8, 8]));
  for (let more = 0; more < 3; more++) start();
  await eventually(() => expect(shares()).toEqual([3, 3, 3, 3, 4]));
  const held = relays.flatMap((relay) => relay.shards());
  expect(new Set(held).size).toBe(16);

  await Promise.all([one, two].map((relay) => relay?.stop()));
  relays = relays.filter((relay) => relay !== one && relay !== two);
  await eventually(() => expect(shares()).toEqual([5, 5, 6]));
});

it('keeps the order per partition key while replicas come, go and share', async () => {
  const rounds = 15;
  const first = start();
  const load = Promise.all(
    keys(10).map(async (key) => {
      for (const _ of upTo(rounds)) await change(store.db, key);
    }),
  );
  start({ db: await store.connect() });
  start({ db: await store.connect() });
  await load;
  await first.stop();
  relays = relays.filter((relay) => relay !== first);
  await relays[0]?.idle();

  for (const key of keys(10)) expect(bus.of(key)).toEqual(upTo(rounds));
});

it('publishes everything, in order but for repeats, while replicas are killed one after the other', async () => {
  let killing = true;
  const load = Promise.all(
    keys(10).map(async (key) => {
      let last = 0;
      while (killing) last = await change(store.db, key);
      return last;
    }),
  );
  const mortals = [await startMortal(), await startMortal()];
  for (const _ of upTo(6)) {
    mortals.push(await startMortal());
    await eventually(() => (mortals.at(-1)?.relay.shards().length ?? 0) > 0);
    await mortals.shift()?.kill();
  }
  killing = false;
  const last = await load;
  for (const mortal of mortals) await mortal.kill();
  await start().idle();

  for (const [index, key] of keys(10).entries()) expect([...new Set(bus.of(key))]).toEqual(upTo(last[index] ?? 0));
});

it('may repeat the batch in hand, and nothing more, after it was paused for longer than its lease', async () => {
  const paused = gate();
  const pausedBus = new RecordingBus();
  pausedBus.publish = async (batch, kept) => {
    await paused.opened;
    return bus.publish(batch, kept);
  };
  const sleeper = start({ bus: pausedBus, timings: { leaseMs, renewMs: 60_000 } });
  await eventually(() => sleeper.shards().length === 16);
  await change(store.db, 'k1');

  const survivor = start({ db: await store.connect() });
  await eventually(() => survivor.shards().length > 0);
  await change(store.db, 'k1');
  await eventually(() => expect(bus.of('k1')).toEqual([1, 2]));
  paused.open();
  await change(store.db, 'k1');
  await survivor.idle();

  expect(sleeper.shards()).toEqual([]);
  expect([...new Set(bus.of('k1'))]).toEqual([1, 2, 3]);
  expect(bus.of('k1').filter((n) => n !== 1)).toEqual([2, 3]);
});

it('has one unacknowledged batch per shard at most', async () => {
  const open = new Map<number, number>();
  let most = 0;
  bus.before = async (batch) => {
    const [{ shard = -1 } = {}] = await store.db.query<{ shard: number }>('select shard from outbox where id = $1', [
      batch[0]?.id,
    ]);
    open.set(shard, (open.get(shard) ?? 0) + 1);
    most = Math.max(most, open.get(shard) ?? 0);
    await store.db.query('select 1');
    open.set(shard, (open.get(shard) ?? 0) - 1);
  };
  const relay = start();
  await Promise.all(keys(5).flatMap((key) => upTo(20).map(() => change(store.db, key))));
  await relay.idle();

  expect(bus.published).toHaveLength(100);
  expect(most).toBe(1);
});

it('publishes nothing of another shard later because one cannot be published', async () => {
  const poison = 'k0';
  bus.before = async (batch) => {
    if (batch.some(({ text }) => JSON.parse(text).partitionkey === poison)) throw new Error('refused');
  };
  start();
  await change(store.db, poison);
  const [{ shard = -1 } = {}] = await store.db.query<{ shard: number }>('select shard from outbox');
  for (const key of keys(30)) await change(store.db, key);
  const elsewhere = await store.db.query<{ id: string }>('select id from outbox where shard <> $1', [shard]);

  await eventually(() => expect(bus.published).toHaveLength(elsewhere.length));
  bus.before = async () => undefined;
  await eventually(() => expect(bus.published).toHaveLength(31));
});

it('loses nothing while the bus is down', async () => {
  bus.before = async () => {
    throw new Error('NATS is unavailable');
  };
  const relay = start();
  for (const _ of upTo(10)) await change(store.db, 'k1');
  expect(await unpublished()).toBe(10);

  bus.before = async () => undefined;
  await relay.idle();

  expect(bus.of('k1')).toEqual(upTo(10));
});

it('publishes what is left when it stops, and lets others have its shards at once', async () => {
  const stopping = start();
  await eventually(() => stopping.shards().length === 16);
  await change(store.db, 'k1');
  await stopping.stop();
  relays = [];

  expect(bus.of('k1')).toEqual([1]);
  const next = start({ timings: { renewMs: 60_000 } });
  await eventually(() => expect(next.shards()).toHaveLength(16));
});

it('notifies another replica of events of its shards', async () => {
  const one = start({ url: store.url, timings: { pollMs: 60_000 } });
  const db = await store.connect();
  const two = start({ db, url: store.url, timings: { pollMs: 60_000 } });
  await eventually(() => expect([one.shards().length, two.shards().length]).toEqual([8, 8]));
  await eventually(async () => {
    const listening = await store.db.query(
      `select 1 from pg_stat_activity where query = 'listen parley_outbox' and datname = current_database()`,
    );
    expect(listening).toHaveLength(2);
  });

  for (const key of keys(20)) await change(db, key);

  await eventually(() => expect(bus.published).toHaveLength(20));
});

it('reports the age of the oldest event that waits', async () => {
  const ages: number[] = [];
  const published: number[] = [];
  bus.before = async () => {
    throw new Error('NATS is unavailable');
  };
  const metrics = {
    ...noMetrics,
    published: (count: number) => void published.push(count),
    oldestSeconds: (seconds: number) => void ages.push(seconds),
  };
  const relay = start({ metrics });
  await change(store.db, 'k1');
  await store.db.query(`update outbox set created_at = now() - interval '42 s'`);

  await eventually(() => expect(ages.at(-1)).toBeGreaterThanOrEqual(42));
  bus.before = async () => undefined;
  await relay.idle();
  await eventually(() => expect(ages.at(-1)).toBe(0));
  expect(published).toEqual([1]);
});

it('goes on reporting an event that the bus refuses, while its shard rests and others are published', async () => {
  const ages: number[] = [];
  bus.before = async (batch) => {
    if (batch.some(({ text }) => JSON.parse(text).partitionkey === 'k0')) throw new Error('refused');
  };
  start({ metrics: { ...noMetrics, oldestSeconds: (seconds) => void ages.push(seconds) } });
  await change(store.db, 'k0');
  await store.db.query(`update outbox set created_at = now() - interval '42 s'`);
  const [{ shard = -1 } = {}] = await store.db.query<{ shard: number }>('select shard from outbox');
  await eventually(() => expect(ages.at(-1)).toBeGreaterThanOrEqual(42));

  ages.length = 0;
  for (const key of keys(30)) await change(store.db, key);
  const elsewhere = await store.db.query<{ id: string }>('select id from outbox where shard <> $1', [shard]);
  await eventually(() => expect(bus.published).toHaveLength(elsewhere.length));
  expect(Math.min(...ages)).toBeGreaterThanOrEqual(42);

  bus.before = async () => undefined;
  await eventually(() => expect(ages.at(-1)).toBe(0));
});

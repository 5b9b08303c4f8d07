import { setTimeout as delay } from 'node:timers/promises';

import type { EventEnvelope } from '@parley/contracts';
import { amountOf, describeWithProgram, eventually, type NatsServer, startNatsServer } from '@parley/testkit';

import { gate } from '../bus/bus.fixture.ts';
import type { EventBus } from '../bus/bus.ts';
import { type EventMetrics, noMetrics } from '../bus/event-metrics.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { openNatsBus } from '../bus/nats-bus.ts';
import { LeaseKeeper } from '../database/lease.ts';
import { change, log, openStore, type Store, startReplica, thingChanged, upTo } from '../outbox/outbox.fixture.ts';
import { appendToOutbox } from '../outbox/outbox.ts';
import { OutboxReader } from '../outbox/outbox-reader.ts';
import type { Relay } from '../outbox/relay.ts';
import { type ReconcilerTimings, startReconciler } from './reconciler.ts';
import { on } from './subscription.ts';
import { type Subscriptions, startSubscriptions } from './subscriptions.ts';

/*
 * The whole way: change, outbox, relay, bus, inbox, effect. The consumer keeps its copy in the same database as the publisher here,
 * which no service does; it is the way between them that is tested.
 */

let store: Store;
const running: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  store = await openStore();
  await store.db.query('create table copy (key text primary key, version integer not null, heard integer not null)');
});
afterAll(() => store?.stop());
beforeEach(() => store.db.query('truncate outbox, inbox, dead_letter, thing, copy, lease, event_cursor'));
afterEach(async () => {
  for (const part of running.splice(0).reverse()) await part.stop();
});

/** A copy as services keep them: only a newer version replaces; `heard` shows how often an event had an effect. */
const keepCopy = on(thingChanged, (_: undefined, event) => keepCopyOf(event));
async function keepCopyOf(event: EventEnvelope): Promise<void> {
  await store.db.query(
    `insert into copy (key, version, heard) values ($1, $2, 1)
      on conflict (key) do update set version = greatest(copy.version, excluded.version), heard = copy.heard + 1`,
    [event.partitionkey, event.aggregateversion],
  );
}

function consumeFrom(bus: EventBus, subscriptions = [keepCopy]): Subscriptions {
  const started = startSubscriptions({
    name: 'test-copies',
    subscriptions,
    context: undefined,
    db: store.db,
    bus,
    log,
  });
  running.push(started);
  return started;
}

/** As a service does: with a reconciler for what the bus does not deliver. */
function reconcile(
  bus: EventBus,
  { consumers }: Subscriptions,
  timings: Partial<ReconcilerTimings> = {},
  metrics = noMetrics,
): void {
  const publisher = new OutboxReader(store.db, 100);
  const outboxes = [{ name: 'workspace', publisher, consumers }] as const;
  const quick = { retryMs: 50, graceMs: 500, ...timings };
  const leases = new LeaseKeeper({ db: store.db, log, leaseMs: 15_000 });
  running.push(startReconciler({ outboxes, leases, db: store.db, bus, log, metrics, timings: quick }));
}

function relayTo(bus: EventBus): Relay {
  const relay = startReplica({ db: store.db, bus, log });
  running.push(relay);
  return relay;
}

/** The same bus, that brings each event five times, in an order of its own for each seed. */
function shuffled(bus: EventBus, seed: number): EventBus {
  let state = seed;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return {
    ...bus,
    consume: ({ handle, ...consumer }) =>
      bus.consume({
        ...consumer,
        async handle(delivery) {
          const copies = upTo(5).map(async () => {
            await delay(next() * 40);
            await handle(delivery);
          });
          await Promise.all(copies);
        },
      }),
  };
}

const copies = () => store.db.query('select key, version, heard from copy order by key');
const keys = upTo(10).map((n) => `k${10 + n}`);
/** Changes each of ten things `times` times; what their copies must become. */
async function load(times: number): Promise<object[]> {
  await Promise.all(
    keys.map(async (key) => {
      for (const _ of upTo(times)) await change(store.db, key);
    }),
  );
  return store.db.query('select key, n as version, n as heard from thing order by key');
}
/** Every change of a load is in its copy, once. */
async function expectWhole(bus: EventBus, brought = bus): Promise<void> {
  consumeFrom(brought);
  const relay = relayTo(bus);
  const expected = await load(10);
  await relay.idle();
  await bus.idle();
  expect(await copies()).toEqual(expected);
}
const arrived = (expected: object[]) =>
  eventually(async () => expect(await copies()).toEqual(expected), { timeoutMs: 20_000 });

describe('over the in-process bus', () => {
  it('brings every change to its copy, once', async () => {
    await expectWhole(createMemoryBus());

    await eventually(async () =>
      expect(await store.db.query('select 1 from outbox where published_at is null')).toEqual([]),
    );
  });

  it.each([1, 2, 3])('ends in the same state when every event comes twice and shuffled (seed %i)', async (seed) => {
    await expectWhole(createMemoryBus({ shuffle: { seed } }));
  });

  it.each([4, 5])('ends in the same state when every event comes five times and shuffled (seed %i)', async (seed) => {
    const bus = createMemoryBus();

    await expectWhole(bus, shuffled(bus, seed));
  });

  it('works off what is written much faster than it is handled, and does nothing twice', async () => {
    const bus = createMemoryBus();
    const written = amountOf({ quick: 300, soak: 1_000 });
    const counts = { published: 0, reconciledCount: 0 };
    const metrics: EventMetrics = {
      ...noMetrics,
      published: (count) => {
        counts.published += count;
      },
      reconciled: () => {
        counts.reconciledCount += 1;
      },
    };
    const slow = on(thingChanged, async (_: undefined, event) => {
      await store.db.query('select pg_sleep(0.002)');
      await keepCopyOf(event);
    });
    // Nearly all events are missed for longer than the grace period.
    reconcile(bus, consumeFrom(bus, [slow]), { graceMs: 100 }, metrics);
    running.push(startReplica({ db: store.db, bus, log, metrics }));
    const expected = await load(written / keys.length);

    await arrived(expected);
    await eventually(async () =>
      expect(await store.db.query('select 1 from outbox where published_at is null limit 1')).toEqual([]),
    );
    expect(counts).toEqual({ published: written, reconciledCount: 0 });
  });

  it('begins again with what was on its way when the process died', async () => {
    const dying = createMemoryBus();
    const reached = gate();
    const never = new Promise<void>(() => undefined);
    dying.consume({
      name: 'test-copies',
      types: [thingChanged.type],
      concurrency: 100,
      handle: () => {
        reached.open();
        return never;
      },
    });
    const relay = startReplica({ db: store.db, bus: dying, log });
    const expected = await load(2);
    await reached.opened;
    await relay.idle();
    await dying.close();
    await relay.stop();
    expect(await copies()).toEqual([]);

    const bus = createMemoryBus();
    consumeFrom(bus);
    relayTo(bus);

    await arrived(expected);
  });

  it('handles a thousand events behind one that cannot be handled within 10 s', async () => {
    const bus = createMemoryBus();
    const poisoned = on(thingChanged, async (_: undefined, event) => {
      if (event.data.n === 0) throw new Error('a bug');
    });
    consumeFrom(bus, [poisoned, keepCopy]);
    relayTo(bus);
    const events = [0, ...upTo(1_000)].map((n) => ({
      event: thingChanged({ n }),
      aggregate: { noun: 'thing', id: n === 0 ? 'k1' : `k${n % 50}`, version: n },
      actor: 'system' as const,
    }));

    await appendToOutbox(store.db, events);

    await eventually(
      async () => expect(await store.db.query(`select sum(heard) as heard from copy`)).toEqual([{ heard: 1_000 }]),
      { timeoutMs: 10_000 },
    );
  });
});

describeWithProgram('nats-server', 'over NATS', () => {
  let server: NatsServer;
  let bus: EventBus;

  beforeEach(async () => {
    server = await startNatsServer();
    bus = openNatsBus({ url: server.url, name: 'test', log });
    running.push(server, { stop: () => bus.close() });
  });

  it('brings every change to its copy, once', async () => {
    await expectWhole(bus);
  });

  it.each([6, 7])('ends in the same state when every event comes five times and shuffled (seed %i)', async (seed) => {
    await expectWhole(bus, shuffled(bus, seed));
  });

  it('loses nothing when NATS is killed under load and started again', async () => {
    consumeFrom(bus);
    relayTo(bus);

    const [, expected] = await Promise.all([server.kill().then(() => server.start()), load(20)]);

    await arrived(expected);
  });

  it('brings what was not yet published when NATS has lost all its data', async () => {
    consumeFrom(bus);
    const relay = relayTo(bus);
    const before = await load(2);
    await relay.idle();
    await arrived(before);

    await server.kill();
    await server.loseData();
    const expected = await load(3);
    await server.start();

    await arrived(expected);
  });

  it('goes on without NATS, and ends in the same state when NATS comes back without its data', async () => {
    const taken = gate();
    // What the stream has taken is stored nowhere else but in the outbox, and the consumer has not had it.
    const deaf: EventBus = {
      ...bus,
      publish: (batch, kept) => bus.publish(batch, kept).then(taken.open),
      consume: () => ({ stop: async () => undefined }),
    };
    const early = relayTo(deaf);
    await load(3);
    await taken.opened;
    await early.idle();
    await early.stop();
    reconcile(bus, consumeFrom(bus), { graceMs: 60_000 });
    relayTo(bus);

    await server.kill();
    await server.loseData();
    await arrived(await load(3));
    expect(bus.health().up).toBe(false);
    await server.start();
    await arrived(await load(3));
  });

  it('brings what a stream has lost that is there', async () => {
    const relay = relayTo(bus);
    const expected = await load(2);
    await relay.idle();
    await server.kill();
    await server.loseData();
    await server.start();
    await eventually(() => expect(bus.health().up).toBe(true));

    reconcile(bus, consumeFrom(bus));

    await arrived(expected);
  });
});

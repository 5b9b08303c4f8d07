import type { ServiceName } from '@parley/contracts';
import { amountOf, eventually } from '@parley/testkit';

import { gate } from '../bus/bus.fixture.ts';
import type { BusTimings, EventBus } from '../bus/bus.ts';
import { noMetrics } from '../bus/event-metrics.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import type { Database } from '../database/database.ts';
import { LeaseKeeper } from '../database/lease.ts';
import {
  change,
  log,
  openStore,
  RecordingBus,
  type Store,
  startReplica,
  thingChanged,
  upTo,
} from '../outbox/outbox.fixture.ts';
import { OutboxReader, type Publisher } from '../outbox/outbox-reader.ts';
import { asOf, rejectLapsedConsumers } from './event-cursors.ts';
import { type ReconcilerTimings, startReconciler } from './reconciler.ts';
import { on, type Subscription } from './subscription.ts';
import { startSubscriptions } from './subscriptions.ts';

/* The consumer keeps its copies in the database of the publisher here, which no service does. */

const everyMs = 20;
const publisherName = 'workspace';
const hasty = { retryMs: 20, graceMs: 50 };
const leaseMs = 900;
const soonAgain = { retryDelaysMs: Array<number>(7).fill(1) };

let store: Store;
const running: { stop(): Promise<unknown> }[] = [];

beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store?.stop());
beforeEach(() => store.db.query('truncate outbox, inbox, dead_letter, thing, lease, event_cursor'));
afterEach(async () => {
  for (const part of running.splice(0).reverse()) await part.stop();
});

/** Counts the events of a thing that had an effect. */
const apply = (db: Database) => (key: string) =>
  db.query('update thing set applied = applied + 1 where key = $1', [key]).then(() => undefined);
const keepCopy = (db = store.db) =>
  on(thingChanged, (_: undefined, { partitionkey }) => apply(db)(partitionkey)) as Subscription<undefined>;

interface Given {
  bus: EventBus;
  subscriptions?: Subscription<undefined>[];
  publishers?: Partial<Record<ServiceName, Publisher>>;
  timings?: Partial<ReconcilerTimings>;
  leaseMs?: number;
  retries?: Partial<BusTimings>;
  db?: Database;
}

/** A consumer with its reconciler, as one replica of a service has them. */
function consume(given: Given) {
  const { bus, db = store.db, subscriptions = [keepCopy(db)], retries: timings = soonAgain } = given;
  let reconciled = 0;
  const metrics = {
    ...noMetrics,
    reconciled: () => {
      reconciled += 1;
    },
  };
  const base = { db, bus, log, metrics };
  const started = startSubscriptions({ ...base, name: 'test-copies', subscriptions, context: undefined, timings });
  const publishers = given.publishers ?? { [publisherName]: new OutboxReader(store.db, everyMs) };
  const outboxes = Object.entries(publishers).map(([name, publisher]) => ({
    ...{ name: name as ServiceName, publisher },
    consumers: started.consumers,
  }));
  const leases = new LeaseKeeper({ leaseMs, ...given, db, log });
  const reconciler = startReconciler({
    ...{ ...base, leases, outboxes, statesAsOf: true },
    timings: { ...hasty, ...given.timings },
  });
  running.push(started, reconciler);
  return { stop: () => reconciler.stop(), reconciled: () => reconciled };
}

const changed = (keys: readonly string[]) => Promise.all(keys.map((key) => change(store.db, key)));
const expectAllApplied = () =>
  eventually(async () => {
    expect(await store.db.query('select key, n, applied from thing where n <> applied')).toEqual([]);
  });
const keys = upTo(20).map((n) => `k${n}`);
const letters = () => store.db.query<{ attempts: number }>('select attempts from dead_letter');
const nowAsOf = async () => (await asOf(store.db, 'test-copies', [publisherName]))?.getTime() ?? 0;
const databaseTime = async () =>
  (await store.db.query<{ at: Date }>('select clock_timestamp() as at'))[0]?.at.getTime() ?? 0;

const lastNumber = async () =>
  (await store.db.query<{ last: number }>('select last_value as last from outbox_seq'))[0]?.last ?? 0;
/** The outbox, and how far its answers reach. */
function watching(onSeqs: (seqs: number[]) => void): Publisher {
  const reader = new OutboxReader(store.db, everyMs);
  return {
    async *listEvents(request, over) {
      onSeqs(Object.values(request.afterSeq));
      for await (const page of reader.listEvents(request, over)) {
        yield page;
        onSeqs(page.horizons.map(({ seq }) => seq));
      }
    },
    getEvents: (request) => reader.getEvents(request),
  };
}

it('handles, once, what a bus has taken and never brought', async () => {
  const bus = new RecordingBus();
  running.push(startReplica({ db: store.db, bus, log }));
  const consumer = consume({ bus });

  await changed([...keys, ...keys, ...keys]);

  await expectAllApplied();
  await eventually(() => expect(consumer.reconciled()).toBe(60));
});

it('leaves to the bus what it brings in time', async () => {
  const bus = createMemoryBus();
  running.push({ stop: () => bus.close() }, startReplica({ db: store.db, bus, log }));
  const consumer = consume({ bus, timings: { graceMs: 60_000 } });
  await changed(keys);
  const after = await databaseTime();

  await eventually(async () => expect(await nowAsOf()).toBeGreaterThanOrEqual(after));

  await expectAllApplied();
  expect(consumer.reconciled()).toBe(0);
});

it('leaves to a bus that is behind what it has yet to deliver, however long that takes', async () => {
  const bus = createMemoryBus();
  running.push({ stop: () => bus.close() }, startReplica({ db: store.db, bus, log }));
  const go = gate();
  const slow = on(thingChanged, (_: undefined, { partitionkey }) => apply(store.db)(partitionkey), {
    // Not in the handler: its transaction would hold back the commit horizon of this database.
    isWanted: () => go.opened.then(() => true),
  }) as Subscription<undefined>;
  const seen: number[] = [];
  const watched = watching((seqs) => seen.push(Math.min(...seqs)));
  // Longer than a busy machine keeps this process waiting: a bus that is silent for so long counts as lost.
  const timings = { graceMs: 500 };
  const consumer = consume({ bus, subscriptions: [slow], publishers: { workspace: watched }, timings });
  for (const _ of upTo(30)) await changed(keys);
  const number = await lastNumber();

  // All of them are missed for much longer than that: at rest, the outbox answers every 100 ms.
  await eventually(() => expect(seen.filter((seq) => seq >= number).length).toBeGreaterThan(20));
  go.open();

  await expectAllApplied();
  expect(consumer.reconciled()).toBe(0);
});

it('handles what a bus has lost that goes on to deliver others', async () => {
  const bus = createMemoryBus();
  const lossy: EventBus = {
    ...bus,
    async publish(batch, kept) {
      const isLost = ({ text }: { text: string }) => text.includes('"partitionkey":"lost"');
      kept(batch.filter(isLost).map(({ id }) => id));
      await bus.publish(
        batch.filter((event) => !isLost(event)),
        kept,
      );
    },
  };
  running.push({ stop: () => bus.close() }, startReplica({ db: store.db, bus: lossy, log }));
  const consumer = consume({ bus: lossy });
  await change(store.db, 'lost');

  await eventually(async () => {
    await change(store.db, 'k1');
    expect(await store.db.query(`select applied from thing where key = 'lost'`)).toEqual([{ applied: 1 }]);
  });
  await expectAllApplied();
  expect(consumer.reconciled()).toBe(1);
});

it('is the transport while the bus is down', async () => {
  const bus = new RecordingBus();
  bus.health = () => ({ up: false, adapter: 'memory' });
  consume({ bus, timings: { graceMs: 60_000 } });

  await changed(keys);

  await expectAllApplied();
});

it('handles what lies behind an event that cannot be handled, and gives that one up in the end', async () => {
  const poisoned = on(thingChanged, async (_: undefined, { partitionkey }) => {
    if (partitionkey === 'k1') throw new Error('a bug');
    await apply(store.db)(partitionkey);
  }) as Subscription<undefined>;
  // The schedule's last attempt comes when the test says so.
  const retries = { retryDelaysMs: [1, 1, 1, 1, 1, 1, 600_000] };
  const first = consume({ bus: new RecordingBus(), subscriptions: [poisoned], retries });
  await change(store.db, 'k1');
  const before = await databaseTime();
  for (const _ of upTo(3)) await changed(keys.filter((key) => key !== 'k1'));

  await eventually(async () => {
    expect(await store.db.query(`select 1 from thing where n <> applied and key <> 'k1'`)).toEqual([]);
  });
  expect(await letters()).toEqual([]);
  expect(await nowAsOf()).toBeLessThan(before);
  await first.stop();

  consume({ bus: new RecordingBus(), subscriptions: [poisoned] });
  await eventually(async () => expect(await letters()).toEqual([{ attempts: 8 }]));
  await eventually(async () => expect(await nowAsOf()).toBeGreaterThan(before));
});

it('claims nothing that it has not handled', async () => {
  const end = gate();
  const slow = on(thingChanged, () => end.opened) as Subscription<undefined>;
  const seen: number[] = [];
  const watched = watching((seqs) => seen.push(Math.min(...seqs)));
  expect(await asOf(store.db, 'test-copies', [publisherName])).toBeUndefined();
  consume({ bus: new RecordingBus(), subscriptions: [slow], publishers: { workspace: watched } });
  await eventually(async () => expect(await nowAsOf()).toBeGreaterThan(0));

  await change(store.db, 'k1');
  const committed = await databaseTime();
  const number = await lastNumber();
  // It has seen the event, and had the time to say so.
  await eventually(() => expect(seen.filter((seq) => seq >= number).length).toBeGreaterThan(2));
  expect(await nowAsOf()).toBeLessThan(committed);
  expect(await asOf(store.db, 'test-copies', [publisherName, 'bots'])).toBeUndefined();

  end.open();
  await eventually(async () => expect(await nowAsOf()).toBeGreaterThan(committed));
});

it('passes what does not concern a consumer, without a row, also where it was not there when the bus brought it', async () => {
  const aboutBig = on(thingChanged, (_: undefined, { partitionkey }) => apply(store.db)(partitionkey), {
    concerns: ({ n }) => n > 1,
  }) as Subscription<undefined>;
  await changed(keys);
  await change(store.db, 'k1');
  consume({ bus: new RecordingBus(), subscriptions: [aboutBig] });
  const after = await databaseTime();

  await eventually(async () => expect(await nowAsOf()).toBeGreaterThan(after));

  expect(await store.db.query('select key from thing where applied > 0')).toEqual([{ key: 'k1' }]);
  expect(await store.db.query('select 1 from inbox')).toHaveLength(1);
});

it('asks for nothing again that it has passed, after a restart', async () => {
  const asked: number[] = [];
  const watched = watching((seqs) => asked.push(Math.min(...seqs)));
  const first = consume({ bus: new RecordingBus(), publishers: { workspace: watched } });
  await changed(keys);
  const after = await databaseTime();
  await eventually(async () => expect(await nowAsOf()).toBeGreaterThan(after));
  await first.stop();
  asked.length = 0;

  consume({ bus: new RecordingBus(), publishers: { workspace: watched } });
  await eventually(() => asked.length > 0);

  expect(asked[0]).toBe(await lastNumber());
});

it('goes on in another replica when the one that walks is killed', async () => {
  let isDead = false;
  const never = new Promise<never>(() => undefined);
  const other = await store.connect();
  const mortal: Database = {
    ...other,
    query: (...args) => (isDead ? never : other.query(...args)),
    outside: (work) => (isDead ? never : other.outside(work)),
    transaction: (work) => (isDead ? never : other.transaction(work)),
  };
  const started = startSubscriptions({
    ...{ name: 'test-copies', subscriptions: [keepCopy(mortal)], context: undefined },
    ...{ db: mortal, bus: new RecordingBus(), log },
  });
  const { consumers } = started;
  const followed = { name: publisherName, publisher: new OutboxReader(mortal, everyMs), consumers } as const;
  const leases = new LeaseKeeper({ db: mortal, log, leaseMs });
  startReconciler({ outboxes: [followed], db: mortal, leases, bus: new RecordingBus(), log, timings: hasty });
  await changed(keys);
  await expectAllApplied();
  consume({ bus: new RecordingBus() });

  isDead = true;
  await changed(keys);

  await expectAllApplied();
});

it('walks the others while a publisher is down, and that one when it is back', async () => {
  let isAway = true;
  const reader = new OutboxReader(store.db, everyMs);
  const moody: Publisher = {
    async *listEvents(request, over) {
      if (isAway) throw new Error('bots is unavailable');
      for await (const page of reader.listEvents(request, over)) yield { ...page, events: [] };
    },
    getEvents: (request) => reader.getEvents(request),
  };
  consume({ bus: new RecordingBus(), publishers: { bots: moody, workspace: reader } });

  await changed(keys);
  await expectAllApplied();
  expect(await asOf(store.db, 'test-copies', ['bots'])).toBeUndefined();

  isAway = false;
  await eventually(async () => expect(await asOf(store.db, 'test-copies', ['bots'])).toBeDefined());
});

it('loses and doubles nothing, wherever a consumer is killed', async () => {
  const kills = amountOf({ quick: 4, soak: 12 });
  for (const round of upTo(kills)) {
    // Each replica dies at a statement of its own, in the middle of whatever it does.
    let left = (round * 60) / kills;
    const db: Database = {
      ...store.db,
      query: (...args) => {
        left -= 1;
        return left < 0 ? Promise.reject(new Error('killed')) : store.db.query(...args);
      },
    };
    const bus = createMemoryBus({ timings: { retryDelaysMs: [1] } });
    const relay = startReplica({ db: store.db, bus, log });
    const dying = consume({ bus, db, timings: { graceMs: 0 }, leaseMs: 300 });
    await changed(keys.slice(0, 4));
    await eventually(() => left < 0);
    await dying.stop();
    await bus.close();
    await relay.stop();
  }

  consume({ bus: new RecordingBus() });

  await expectAllApplied();
  expect(await letters()).toEqual([]);
}, 60_000);

it('does not begin for a consumer that was down for more than 14 days', async () => {
  const consumer = consume({ bus: new RecordingBus() });
  await eventually(async () => expect(await nowAsOf()).toBeGreaterThan(0));
  await consumer.stop();
  const awayFor = (days: number) =>
    store.db.query(`update event_cursor set walked_at = now() - $1 * interval '1 day'`, [days]);

  await awayFor(13);
  await expect(rejectLapsedConsumers(store.db, ['test-copies'])).resolves.toBeUndefined();
  await awayFor(15);
  await expect(rejectLapsedConsumers(store.db, ['another'])).resolves.toBeUndefined();
  await expect(rejectLapsedConsumers(store.db, ['another', 'test-copies'])).rejects.toThrow(
    'Away for more than 14 days: test-copies.',
  );
});

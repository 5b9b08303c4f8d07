import { amountOf, eventually } from '@parley/testkit';

import { createMemoryBus } from '../bus/memory-bus.ts';
import type { Database } from '../database/database.ts';
import { LeaseKeeper } from '../database/lease.ts';
import { log, RecordingBus, startReplica, upTo } from '../outbox/outbox.fixture.ts';
import { OutboxReader, type Publisher } from '../outbox/outbox-reader.ts';
import { asOf, rejectLapsedConsumers } from './event-cursors.ts';
import {
  Copies,
  consumerName,
  everyMs,
  hasty,
  keepCopyIn,
  keys,
  leaseMs,
  publisherName,
} from './reconciler.fixture.ts';
import { startReconciler } from './reconciler.ts';
import { startSubscriptions } from './subscriptions.ts';

const copies = Copies.ofTests();

it('goes on in another replica when the one that walks is killed', async () => {
  let isDead = false;
  const never = new Promise<never>(() => undefined);
  const other = await copies.connect();
  const mortal: Database = {
    ...other,
    query: (...args) => (isDead ? never : other.query(...args)),
    outside: (work) => (isDead ? never : other.outside(work)),
    transaction: (work) => (isDead ? never : other.transaction(work)),
  };
  const started = startSubscriptions({
    ...{ name: consumerName, subscriptions: [keepCopyIn(mortal)], context: undefined },
    ...{ db: mortal, bus: new RecordingBus(), log },
  });
  const { consumers } = started;
  const followed = { name: publisherName, publisher: new OutboxReader(mortal, everyMs), consumers } as const;
  const leases = new LeaseKeeper({ db: mortal, log, leaseMs });
  startReconciler({ outboxes: [followed], db: mortal, leases, bus: new RecordingBus(), log, timings: hasty });
  await copies.changed(keys);
  await copies.expectAllApplied();
  copies.consume({ bus: new RecordingBus() });

  isDead = true;
  await copies.changed(keys);

  await copies.expectAllApplied();
});

it('walks the others while a publisher is down, and that one when it is back', async () => {
  let isAway = true;
  const reader = new OutboxReader(copies.db, everyMs);
  const moody: Publisher = {
    async *listEvents(request, over) {
      if (isAway) throw new Error('bots is unavailable');
      for await (const page of reader.listEvents(request, over)) yield { ...page, events: [] };
    },
    getEvents: (request) => reader.getEvents(request),
  };
  copies.consume({ bus: new RecordingBus(), publishers: { bots: moody, workspace: reader } });

  await copies.changed(keys);
  await copies.expectAllApplied();
  expect(await asOf(copies.db, consumerName, ['bots'])).toBeUndefined();

  isAway = false;
  await eventually(async () => expect(await asOf(copies.db, consumerName, ['bots'])).toBeDefined());
});

it('loses and doubles nothing, wherever a consumer is killed', async () => {
  const kills = amountOf({ quick: 4, soak: 12 });
  for (const round of upTo(kills)) {
    // Each replica dies at a statement of its own, in the middle of whatever it does.
    let left = (round * 60) / kills;
    const db: Database = {
      ...copies.db,
      query: (...args) => {
        left -= 1;
        return left < 0 ? Promise.reject(new Error('killed')) : copies.db.query(...args);
      },
    };
    const bus = createMemoryBus({ timings: { retryDelaysMs: [1] } });
    const relay = startReplica({ db: copies.db, bus, log });
    const dying = copies.consume({ bus, db, timings: { graceMs: 0 }, leaseMs: 300 });
    await copies.changed(keys.slice(0, 4));
    await eventually(() => left < 0);
    await dying.stop();
    await bus.close();
    await relay.stop();
  }

  copies.consume({ bus: new RecordingBus() });

  await copies.expectAllApplied();
  expect(await copies.letters()).toEqual([]);
}, 60_000);

it('does not begin for a consumer that was down for more than 14 days', async () => {
  const consumer = copies.consume({ bus: new RecordingBus() });
  await eventually(async () => expect(await copies.nowAsOf()).toBeGreaterThan(0));
  await consumer.stop();
  const awayFor = (days: number) =>
    copies.db.query(`update event_cursor set walked_at = now() - $1 * interval '1 day'`, [days]);

  await awayFor(13);
  await expect(rejectLapsedConsumers(copies.db, [consumerName])).resolves.toBeUndefined();
  await awayFor(15);
  await expect(rejectLapsedConsumers(copies.db, ['another'])).resolves.toBeUndefined();
  await expect(rejectLapsedConsumers(copies.db, ['another', consumerName])).rejects.toThrow(
    'Away for more than 14 days: test-copies.',
  );
});

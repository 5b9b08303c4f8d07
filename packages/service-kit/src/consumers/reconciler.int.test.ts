import { eventually } from '@parley/testkit';

import { gate } from '../bus/bus.fixture.ts';
import type { EventBus } from '../bus/bus.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { change, log, RecordingBus, startReplica, thingChanged, upTo } from '../outbox/outbox.fixture.ts';
import { applyIn, Copies, keys } from './reconciler.fixture.ts';
import { on, type Subscription } from './subscription.ts';

const copies = Copies.ofTests();

it('handles, once, what a bus has taken and never brought', async () => {
  const bus = new RecordingBus();
  copies.running.push(startReplica({ db: copies.db, bus, log }));
  const consumer = copies.consume({ bus });

  await copies.changed([...keys, ...keys, ...keys]);

  await copies.expectAllApplied();
  await eventually(() => expect(consumer.reconciled()).toBe(60));
});

it('leaves to the bus what it brings in time', async () => {
  const bus = createMemoryBus();
  copies.running.push({ stop: () => bus.close() }, startReplica({ db: copies.db, bus, log }));
  const consumer = copies.consume({ bus, timings: { graceMs: 60_000 } });
  await copies.changed(keys);
  const after = await copies.databaseTime();

  await eventually(async () => expect(await copies.nowAsOf()).toBeGreaterThanOrEqual(after));

  await copies.expectAllApplied();
  expect(consumer.reconciled()).toBe(0);
});

it('leaves to a bus that is behind what it has yet to deliver, however long that takes', async () => {
  const bus = createMemoryBus();
  copies.running.push({ stop: () => bus.close() }, startReplica({ db: copies.db, bus, log }));
  const go = gate();
  const slow = on(thingChanged, (_: undefined, { partitionkey }) => applyIn(copies.db, partitionkey), {
    // Not in the handler: its transaction would hold back the commit horizon of this database.
    isWanted: () => go.opened.then(() => true),
  }) as Subscription<undefined>;
  const seen: number[] = [];
  const watched = copies.watching((seqs) => seen.push(Math.min(...seqs)));
  // Longer than a busy machine keeps this process waiting: a bus that is silent for so long counts as lost.
  const timings = { graceMs: 500 };
  const consumer = copies.consume({ bus, subscriptions: [slow], publishers: { workspace: watched }, timings });
  for (const _ of upTo(30)) await copies.changed(keys);
  const number = await copies.lastNumber();

  // All of them are missed for much longer than that: at rest, the outbox answers every 100 ms.
  await eventually(() => expect(seen.filter((seq) => seq >= number).length).toBeGreaterThan(20));
  go.open();

  await copies.expectAllApplied();
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
  copies.running.push({ stop: () => bus.close() }, startReplica({ db: copies.db, bus: lossy, log }));
  const consumer = copies.consume({ bus: lossy });
  await change(copies.db, 'lost');

  await eventually(async () => {
    await change(copies.db, 'k1');
    expect(await copies.db.query(`select applied from thing where key = 'lost'`)).toEqual([{ applied: 1 }]);
  });
  await copies.expectAllApplied();
  expect(consumer.reconciled()).toBe(1);
});

it('is the transport while the bus is down', async () => {
  const bus = new RecordingBus();
  bus.health = () => ({ up: false, adapter: 'memory' });
  copies.consume({ bus, timings: { graceMs: 60_000 } });

  await copies.changed(keys);

  await copies.expectAllApplied();
});

it('handles what lies behind an event that cannot be handled, and gives that one up in the end', async () => {
  const poisoned = on(thingChanged, async (_: undefined, { partitionkey }) => {
    if (partitionkey === 'k1') throw new Error('a bug');
    await applyIn(copies.db, partitionkey);
  }) as Subscription<undefined>;
  // The schedule's last attempt comes when the test says so.
  const retries = { retryDelaysMs: [1, 1, 1, 1, 1, 1, 600_000] };
  const first = copies.consume({ bus: new RecordingBus(), subscriptions: [poisoned], retries });
  await change(copies.db, 'k1');
  const before = await copies.databaseTime();
  for (const _ of upTo(3)) await copies.changed(keys.filter((key) => key !== 'k1'));

  await eventually(async () => {
    expect(await copies.db.query(`select 1 from thing where n <> applied and key <> 'k1'`)).toEqual([]);
  });
  expect(await copies.letters()).toEqual([]);
  expect(await copies.nowAsOf()).toBeLessThan(before);
  await first.stop();

  copies.consume({ bus: new RecordingBus(), subscriptions: [poisoned] });
  await eventually(async () => expect(await copies.letters()).toEqual([{ attempts: 8 }]));
  await eventually(async () => expect(await copies.nowAsOf()).toBeGreaterThan(before));
});

it('passes what does not concern a consumer, without a row, also where it was not there when the bus brought it', async () => {
  const aboutBig = on(thingChanged, (_: undefined, { partitionkey }) => applyIn(copies.db, partitionkey), {
    concerns: ({ n }) => n > 1,
  }) as Subscription<undefined>;
  await copies.changed(keys);
  await change(copies.db, 'k1');
  copies.consume({ bus: new RecordingBus(), subscriptions: [aboutBig] });
  const after = await copies.databaseTime();

  await eventually(async () => expect(await copies.nowAsOf()).toBeGreaterThan(after));

  expect(await copies.db.query('select key from thing where applied > 0')).toEqual([{ key: 'k1' }]);
  expect(await copies.db.query('select 1 from inbox')).toHaveLength(1);
});

it('asks for nothing again that it has passed, after a restart', async () => {
  const asked: number[] = [];
  const watched = copies.watching((seqs) => asked.push(Math.min(...seqs)));
  const first = copies.consume({ bus: new RecordingBus(), publishers: { workspace: watched } });
  await copies.changed(keys);
  const after = await copies.databaseTime();
  await eventually(async () => expect(await copies.nowAsOf()).toBeGreaterThan(after));
  await first.stop();
  asked.length = 0;

  copies.consume({ bus: new RecordingBus(), publishers: { workspace: watched } });
  await eventually(() => asked.length > 0);

  expect(asked[0]).toBe(await copies.lastNumber());
});

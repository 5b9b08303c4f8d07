import { once } from 'node:events';

import { eventually } from '@parley/testkit';

import { gate } from '../bus/bus.fixture.ts';
import { change, RecordingBus, thingChanged } from '../outbox/outbox.fixture.ts';
import { OutboxReader, type Publisher } from '../outbox/outbox-reader.ts';
import { asOf } from './event-cursors.ts';
import { Copies, consumerName, everyMs, keys, publisherName } from './reconciler.fixture.ts';
import { on, type Subscription } from './subscription.ts';

const copies = Copies.ofTests();

it('claims nothing that it has not handled', async () => {
  const end = gate();
  const slow = on(thingChanged, () => end.opened) as Subscription<undefined>;
  const seen: number[] = [];
  const watched = copies.watching((seqs) => seen.push(Math.min(...seqs)));
  expect(await asOf(copies.db, consumerName, [publisherName])).toBeUndefined();
  copies.consume({ bus: new RecordingBus(), subscriptions: [slow], publishers: { workspace: watched } });
  await eventually(async () => expect(await copies.nowAsOf()).toBeGreaterThan(0));

  await change(copies.db, 'k1');
  const committed = await copies.databaseTime();
  const number = await copies.lastNumber();
  // It has seen the event, and had the time to say so.
  await eventually(() => expect(seen.filter((seq) => seq >= number).length).toBeGreaterThan(2));
  expect(await copies.nowAsOf()).toBeLessThan(committed);
  expect(await asOf(copies.db, consumerName, [publisherName, 'bots'])).toBeUndefined();

  end.open();
  await eventually(async () => expect(await copies.nowAsOf()).toBeGreaterThan(committed));
});

it('knows how far it is when it is asked, though its walk rests, and in a replica that does not walk', async () => {
  // A publisher at rest answers every five minutes.
  const resting = { [publisherName]: new OutboxReader(copies.db, 60_000) };
  const given = { bus: new RecordingBus(), publishers: resting };
  copies.consume(given);
  await eventually(async () => expect(await copies.nowAsOf()).toBeGreaterThan(0));
  const walked = await copies.databaseTime();
  await eventually(async () => expect(await copies.nowAsOf()).toBeGreaterThan(walked));

  copies.consume({ ...given, db: await copies.connect() });
  const other = await copies.databaseTime();
  await eventually(async () => expect(await copies.nowAsOf()).toBeGreaterThan(other));
});

it('does not read the outboxes again while what it knows is fresh', async () => {
  let asked = 0;
  const reader = new OutboxReader(copies.db, everyMs);
  const counted: Publisher = {
    listEvents(request, over) {
      asked += 1;
      return reader.listEvents(request, over);
    },
    getEvents: (request) => reader.getEvents(request),
  };
  copies.consume({
    ...{ bus: new RecordingBus(), publishers: { [publisherName]: counted } },
    timings: { freshMs: 60_000, retryMs: 0 },
  });
  await eventually(async () => expect(await copies.nowAsOf()).toBeGreaterThan(0));

  // The replica that has the lease begins to follow the outbox meanwhile, once.
  await eventually(async () => {
    const before = asked;
    for (const _ of keys) await copies.nowAsOf();
    expect(asked).toBe(before);
  });
});

it('tells what is known while a publisher does not answer', async () => {
  const walking = copies.consume({ bus: new RecordingBus() });
  await eventually(async () => expect(await copies.nowAsOf()).toBeGreaterThan(0));
  await walking.stop();
  const known = (await asOf(copies.db, consumerName, [publisherName]))?.getTime();
  const reader = new OutboxReader(copies.db, everyMs);
  const silent: Publisher = {
    async *listEvents(request, over) {
      await once(over, 'abort');
      yield* reader.listEvents(request, over);
    },
    getEvents: (request) => reader.getEvents(request),
  };

  copies.consume({ bus: new RecordingBus(), publishers: { [publisherName]: silent } });

  expect(await copies.nowAsOf()).toBe(known);
});

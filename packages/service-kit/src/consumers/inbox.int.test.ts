import type { EventEnvelope } from '@parley/contracts';

import { gate } from '../bus/bus.fixture.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { Copies, onThing, thing } from './subscriptions.fixture.ts';

const copies = new Copies();
beforeAll(() => copies.open());
beforeEach(() => copies.begin());
afterEach(() => copies.end());
afterAll(() => copies.close());

it('has one effect per event, however often it is delivered', async () => {
  copies.start([onThing((event) => copies.apply(event.partitionkey))]);
  const event = thing(1);

  await copies.publish(event, event, event);
  await copies.publish(event);
  await copies.bus.idle();

  expect(await copies.applied()).toEqual({ k1: 1 });
  expect(await copies.inbox()).toEqual([{ consumer: 'test-copies', event_id: event.id, state: 'done' }]);
});

it('has one effect when replicas get the same event at the same time', async () => {
  const other = createMemoryBus();
  const both = gate();
  let deliveries = 0;
  const handle = onThing(async (event) => {
    await copies.apply(event.partitionkey);
  });
  const arriving = {
    ...handle,
    prepare: (event: EventEnvelope) => {
      deliveries += 1;
      if (deliveries === 2) both.open();
      const run = handle.prepare(event);
      return run;
    },
  };
  copies.start([arriving]);
  copies.start([arriving], { db: await copies.store.connect(), bus: other });
  const event = thing(1);

  await Promise.all([copies.publish(event), other.publish([event], () => undefined)]);
  await both.opened;
  await Promise.all([copies.bus.idle(), other.idle()]);

  expect(await copies.applied()).toEqual({ k1: 1 });
});

it('undoes the effect of an attempt that fails, and its inbox row with it', async () => {
  let failures = 2;
  copies.start([
    onThing(async (event) => {
      await copies.apply(event.partitionkey);
      failures -= 1;
      if (failures >= 0) throw new Error('half done');
    }),
  ]);

  await copies.publish(thing(1));
  await copies.bus.idle();

  expect(await copies.applied()).toEqual({ k1: 1 });
  expect(await copies.letters()).toEqual([]);
});

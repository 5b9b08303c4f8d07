import { AsyncLocalStorage } from 'node:async_hooks';

import { gate, outgoing } from './bus.fixture.ts';
import { busSuite } from './bus.suite.ts';
import type { Clock } from './clock.ts';
import { createMemoryBus, type MemoryBusOptions } from './memory-bus.ts';

describe('the in-process bus', () => {
  busSuite(async (timings) => createMemoryBus({ timings }));
});

/** A clock that tests advance. */
function handClock(): Clock & { pass(ms: number): void } {
  let now = 0;
  let due: { at: number; run: () => void }[] = [];
  return {
    after(ms, run) {
      const entry = { at: now + ms, run };
      due.push(entry);
      return () => {
        due = due.filter((other) => other !== entry);
      };
    },
    pass(ms) {
      now += ms;
      const ready = due.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
      due = due.filter((entry) => !ready.includes(entry));
      for (const { run } of ready) run();
    },
  };
}

const ignore = () => undefined;
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A bus with one consumer that fails until the test says otherwise. */
function failingConsumer(options: MemoryBusOptions = {}) {
  const clock = handClock();
  const bus = createMemoryBus({ ...options, clock });
  const attempts: number[] = [];
  const behaviour = { fails: true };
  bus.consume({
    name: 'facts',
    types: ['thing.changed'],
    concurrency: 1,
    async handle({ attempt }) {
      attempts.push(attempt);
      if (behaviour.fails) throw new Error('not yet');
    },
  });
  return { bus, clock, attempts, behaviour };
}

it('waits 1 s, 5 s, 30 s, 2 min, 10 min, 30 min and 1 h between attempts', async () => {
  const { bus, clock, attempts } = failingConsumer();
  await bus.publish([outgoing()], ignore);
  await settle();

  for (const seconds of [1, 5, 30, 120, 600, 1_800, 3_600]) {
    const before = attempts.length;
    clock.pass(seconds * 1_000 - 1);
    await settle();
    expect(attempts).toHaveLength(before);
    clock.pass(1);
    await settle();
    expect(attempts).toHaveLength(before + 1);
  }
  expect(attempts).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

it('brings an event again after 30 s without an answer', async () => {
  const clock = handClock();
  const bus = createMemoryBus({ clock });
  const attempts: number[] = [];
  const never = gate();
  bus.consume({
    name: 'facts',
    types: ['thing.changed'],
    concurrency: 2,
    async handle({ attempt }) {
      attempts.push(attempt);
      if (attempt === 1) await never.opened;
    },
  });
  await bus.publish([outgoing()], ignore);

  clock.pass(29_999);
  await settle();
  expect(attempts).toEqual([1]);
  clock.pass(1);
  await settle();
  expect(attempts).toEqual([1, 2]);
});

it('answers for an event only when every purpose is done with it, so that a restart brings it again', async () => {
  const { bus, clock, behaviour } = failingConsumer();
  const kept: string[] = [];
  const event = outgoing();

  await bus.publish([event], (ids) => kept.push(...ids));
  await settle();
  expect(kept).toEqual([]);

  behaviour.fails = false;
  clock.pass(1_000);
  await bus.idle();
  expect(kept).toEqual([event.id]);
});

it('is idle while an attempt is due much later', async () => {
  const { bus, clock, attempts } = failingConsumer();
  await bus.publish([outgoing()], ignore);
  await settle();
  clock.pass(1_000);
  await settle();

  await bus.idle();

  expect(attempts).toEqual([1, 2]);
});

it('takes nothing before it is opened, when it is held for the whole process', async () => {
  const bus = createMemoryBus({ held: true });
  const seen: string[] = [];
  const event = outgoing();
  await expect(bus.publish([event], ignore)).rejects.toThrow('not open yet');

  bus.consume({
    name: 'late',
    types: [event.type],
    concurrency: 1,
    handle: async (delivery) => void seen.push(delivery.event.id),
  });
  bus.open();
  await bus.publish([event], ignore);
  await bus.idle();

  expect(seen).toEqual([event.id]);
});

it('refuses events once it is closed', async () => {
  const bus = createMemoryBus();

  await bus.close();

  await expect(bus.publish([outgoing()], ignore)).rejects.toThrow('closed');
  expect(bus.health()).toMatchObject({ up: false });
});

it('handles events outside the call that has published them', async () => {
  const calls = new AsyncLocalStorage<string>();
  const bus = createMemoryBus();
  const seen: (string | undefined)[] = [];
  bus.consume({
    name: 'facts',
    types: ['thing.changed'],
    concurrency: 1,
    handle: async () => void seen.push(calls.getStore()),
  });

  await calls.run('a call', () => bus.publish([outgoing(), outgoing()], ignore));
  await bus.idle();

  expect(seen).toEqual([undefined, undefined]);
});

describe('with the test switch', () => {
  async function orderWith(seed: number): Promise<number[]> {
    const bus = createMemoryBus({ shuffle: { seed } });
    const order: number[] = [];
    bus.consume({
      name: 'facts',
      types: ['thing.changed'],
      concurrency: 1,
      handle: async ({ event }) => void order.push(Number((event.data as { n: number }).n)),
    });
    const events = Array.from({ length: 20 }, (_, n) => outgoing({ data: { n } }));
    await bus.publish(events, ignore);
    await bus.idle();
    return order;
  }

  it('delivers every event twice, in another order than the given one', async () => {
    const order = await orderWith(7);

    const twice = Array.from({ length: 20 }, (_, n) => [n, n]).flat();
    expect([...order].sort((a, b) => a - b)).toEqual(twice);
    expect(order).not.toEqual(twice);
  });
});

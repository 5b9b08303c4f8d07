import { defineEvent, type EventEnvelope } from '@parley/contracts';
import { eventually } from '@parley/testkit';
import { z } from 'zod';

import { gate, outgoing } from '../bus/bus.fixture.ts';
import type { OutgoingEvent } from '../bus/bus.ts';
import { createMemoryBus } from '../bus/memory-bus.ts';
import { type Call, currentCall } from '../call/call.ts';
import { thingChanged, upTo } from '../outbox/outbox.fixture.ts';
import { appendToOutbox } from '../outbox/outbox.ts';
import { consumer, fold, on } from './subscription.ts';
import { Copies, onThing, thing } from './subscriptions.fixture.ts';

const thingGone = defineEvent('thing.gone', z.object({ key: z.string() }));

const copies = new Copies();
beforeAll(() => copies.open());
beforeEach(() => copies.begin());
afterEach(() => copies.end());
afterAll(() => copies.close());

it('gives the handler the context and the event as its schema reads it', async () => {
  const seen: unknown[] = [];
  copies.start([on(thingChanged, async (context: string, event) => void seen.push([context, event.type, event.data]))]);

  await copies.publish(outgoing({ data: { n: 1, later: 'unknown members are ignored' } }));
  await copies.bus.idle();

  expect(seen).toEqual([['the context', 'thing.changed', { n: 1 }]]);
});

it('passes over what does not concern a handler, without a row, and reads it all the same', async () => {
  const handle = async (_: string, event: EventEnvelope) => void (await copies.apply(event.partitionkey));
  copies.start([on(thingChanged, handle, { concerns: ({ n }) => n > 1 })]);

  await copies.publish(thing(1, { key: 'small' }), thing(2, { key: 'large' }), outgoing({ data: { n: 'none' } }));
  await copies.bus.idle();

  expect(await copies.applied()).toEqual({ large: 1 });
  expect(await copies.store.db.query('select event_id from inbox')).toHaveLength(2);
  expect(await copies.letters()).toMatchObject([{ error: 'EventSchemaMismatch: n (invalid_type)' }]);
});

it('knows at once that it is done with what concerns no handler: a walk of the outbox has nothing to ask', async () => {
  const handle = async (_: string, event: EventEnvelope) => void (await copies.apply(event.partitionkey));
  const { consumers } = copies.start([on(thingChanged, handle, { concerns: ({ n }) => n > 1 })]);
  const [small, large] = [thing(1), thing(2)];

  const publishing = copies.publish(small, large);
  expect([small, large].map(({ id }) => consumers[0]?.hasPassed(id))).toEqual([true, false]);
  await publishing;
  await copies.bus.idle();

  expect(consumers[0]?.hasPassed(large.id)).toBe(true);
  expect(consumers[0]?.deliveredUpTo('/parley/workspace', 10_000)).toBe(Date.parse(JSON.parse(large.text).time));
});

it('lets other replicas know what it has passed without a row, so that none of them fetches it', async () => {
  const handle = async (_: string, event: EventEnvelope) => void (await copies.apply(event.partitionkey));
  const own = [on(thingChanged, handle, { isWanted: async (_, { partitionkey }) => partitionkey === 'wanted' })];
  const replicas = [copies.start(own), copies.start(own)];
  const [unwanted, wanted] = [thing(1), thing(2, { key: 'wanted' })];

  await copies.publish(unwanted, wanted);
  await copies.bus.idle();

  const passed = ({ id }: OutgoingEvent) => replicas.map(({ consumers }) => consumers[0]?.hasPassed(id));
  await eventually(() => expect(passed(unwanted)).toEqual([true, true]));
  // The others find this one in the inbox.
  expect(passed(wanted).filter(Boolean)).toHaveLength(1);
});

it('folds what waits in the order of the subscriptions, whatever came first', async () => {
  const folded: string[] = [];
  const note = (name: string) => async (_: string, events: readonly unknown[]) =>
    void folded.push(name, `${events.length}`);
  copies.start([fold(thingGone, note('gone')), fold(thingChanged, note('changed'))]);

  await copies.publish(thing(1), outgoing({ type: 'thing.gone', data: { key: 'k1' } }), thing(2));
  await copies.bus.idle();

  expect(folded).toEqual(['gone', '1', 'changed', '2']);
});

it('neither parses nor stores events that no subscription wants, and asks again where the filter failed', async () => {
  const asked: string[] = [];
  copies.start([
    on(thingChanged, async (_: string, event) => void (await copies.apply(event.partitionkey)), {
      isWanted: async (context, { partitionkey }) => {
        if (asked.push(`${context} ${partitionkey}`) === 1) throw new Error('away');
        return partitionkey === 'wanted';
      },
    }),
  ]);

  await copies.publish(
    thing(1, { key: 'wanted' }),
    thing(2, { key: 'other' }),
    outgoing({ data: { n: 'none' }, key: 'other' }),
  );
  await eventually(async () => expect(await copies.applied()).toEqual({ wanted: 1 }));
  await copies.bus.idle();

  expect(asked.toSorted()).toEqual([...Array(2).fill('the context other'), ...Array(2).fill('the context wanted')]);
  expect(await copies.store.db.query('select event_id from inbox')).toHaveLength(1);
  expect(await copies.letters()).toEqual([]);
});

it('puts what a handler records one step deeper, with the event as its cause', async () => {
  const calls: Call[] = [];
  copies.start([
    onThing(async (event) => {
      calls.push(currentCall());
      await appendToOutbox(copies.store.db, [
        {
          event: thingGone({ key: 'k1' }),
          aggregate: { noun: 'thing', id: 'k1', version: 2 },
          projectId: event.idproject,
          actor: 'system',
        },
      ]);
    }),
  ]);
  const cause = thing(1);
  const traced = {
    ...cause,
    text: JSON.stringify({ ...JSON.parse(cause.text), depth: 3, correlationid: 'c1', traceparent: '00-t' }),
  };

  await copies.publish(traced);
  await copies.bus.idle();

  expect(calls).toMatchObject([{ operation: 'test-copies:thing.changed', causationId: cause.id, depth: 4 }]);
  expect(calls[0]?.actor).toBeUndefined();
  const [row] = await copies.store.db.query<{ event: string }>('select event from outbox');
  expect(JSON.parse(row?.event ?? '')).toMatchObject({
    causationid: cause.id,
    depth: 4,
    correlationid: 'c1',
    traceparent: '00-t',
  });
});

it('handles at most eight events of a project at once, and lets other projects pass', async () => {
  const loud = 'b'.repeat(24);
  const quiet = 'c'.repeat(24);
  const handled: string[] = [];
  const finish = gate();
  let atOnce = 0;
  let most = 0;
  copies.start(
    consumer(
      'test-singles',
      [
        onThing(async (event) => {
          if (event.idproject === loud) {
            atOnce += 1;
            most = Math.max(most, atOnce);
            await finish.opened;
            atOnce -= 1;
          }
          handled.push(event.idproject);
        }),
      ],
      { single: true },
    ),
    { concurrency: 12 },
  );

  const shout = copies.publish(...upTo(60).map((n) => thing(n, { projectId: loud, key: `k${n}` })));
  await copies.publish(...upTo(5).map((n) => thing(n, { projectId: quiet, key: `k${n}` })));
  await eventually(() => handled.length === 5 && atOnce === 8);

  expect(handled).toEqual(Array(5).fill(quiet));
  finish.open();
  await shout;
  await copies.bus.idle();
  expect(handled).toHaveLength(65);
  expect(most).toBe(8);
});

describe('what waits', () => {
  const transactions = () => copies.store.db.query<{ xmin: string }>('select distinct xmin::text from inbox');
  const events = upTo(40).map((n) => thing(n, { key: `k${n}` }));

  it('is handled in one transaction, in the order of its arrival', async () => {
    const seen: number[] = [];
    copies.start([onThing(async ({ data }) => void seen.push(data.n))]);

    await copies.publish(...events);
    await copies.bus.idle();

    expect(seen).toEqual(upTo(40));
    expect(await transactions()).toHaveLength(1);
  });

  it('is handed to a fold together, once each, though some of it comes twice', async () => {
    const calls: number[][] = [];
    const keep = async (_: string, some: readonly EventEnvelope<{ n: number }>[]) => {
      calls.push(some.map(({ data }) => data.n));
      for (const { partitionkey } of some) await copies.apply(partitionkey);
    };
    copies.start([fold(thingChanged, keep, { concerns: ({ n }) => n > 20 })]);

    await copies.publish(...events, ...events.slice(30));
    await copies.bus.idle();

    expect(calls).toEqual([upTo(40).slice(20)]);
    expect(Object.values(await copies.applied())).toEqual(Array(20).fill(1));
  });

  it('is tried in ever smaller parts when one of it fails: all others have their effect at once, and once', async () => {
    // Nothing comes again within this test.
    const bus = createMemoryBus({ timings: { retryDelaysMs: Array<number>(7).fill(600_000) } });
    copies.start(
      [
        onThing(async ({ data, partitionkey }) => {
          await copies.apply(partitionkey);
          if (data.n === 13) throw new Error('cannot digest this');
        }),
      ],
      { bus },
    );

    await bus.publish(events, () => undefined);
    await bus.idle();

    const applied = await copies.applied();
    expect(applied).not.toHaveProperty('k13');
    expect(Object.values(applied)).toEqual(Array(39).fill(1));
    await bus.close();
  });
});

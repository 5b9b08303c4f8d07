import { defineEvent, type EventEnvelope } from '@parley/contracts';
import { eventually } from '@parley/testkit';
import { z } from 'zod';

import { type Call, currentCall } from '../call.ts';
import { gate, outgoing } from './bus.fixture.ts';
import type { EventBus, OutgoingEvent } from './bus.ts';
import { deadLetterRoutes } from './dead-letter-routes.ts';
import { createMemoryBus } from './memory-bus.ts';
import { log, openStore, type Store, thingChanged, upTo } from './outbox.fixture.ts';
import { appendToOutbox } from './outbox.ts';
import { consumer, on, type Subscription } from './subscription.ts';
import { type Subscriptions, startSubscriptions } from './subscriptions.ts';

const thingGone = defineEvent('thing.gone', z.object({ key: z.string() }));

let store: Store;
let bus: EventBus;
let running: Subscriptions[] = [];

beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store?.stop());
beforeEach(async () => {
  await store.db.query('truncate outbox, inbox, dead_letter, thing');
  bus = createMemoryBus({ timings: { retryDelaysMs: [1, 1, 1, 1, 1, 1, 1] } });
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((subscriptions) => subscriptions.stop()));
  await bus.close();
});

type Handler = (event: EventEnvelope<{ n: number }>) => Promise<void>;

function start(subscriptions: Subscription<string>[], concurrency?: number): Subscriptions {
  const started = startSubscriptions({
    name: 'test-copies',
    subscriptions,
    context: 'the context',
    db: store.db,
    bus,
    log,
    concurrency,
  });
  running.push(started);
  return started;
}

const onThing = (handle: Handler) => on(thingChanged, (_: string, event) => handle(event));
const thing = (n: number, over: { projectId?: string; key?: string } = {}) => outgoing({ data: { n }, ...over });
const publish = (...events: OutgoingEvent[]) => bus.publish(events, () => undefined);
const apply = (key: string) =>
  store.db.query(
    `insert into thing (key, applied) values ($1, 1)
  on conflict (key) do update set applied = thing.applied + 1`,
    [key],
  );
const applied = async () =>
  Object.fromEntries(
    (await store.db.query<{ key: string; applied: number }>('select key, applied from thing order by key')).map(
      (row) => [row.key, row.applied],
    ),
  );
const inbox = () => store.db.query('select consumer, event_id, state from inbox order by event_id');
const letters = () => store.db.query<Record<string, unknown>>('select * from dead_letter');
const poison =
  (message = 'cannot digest this') =>
  () =>
    Promise.reject(new Error(message));

it('gives the handler the context and the event as its schema reads it', async () => {
  const seen: unknown[] = [];
  start([on(thingChanged, async (context: string, event) => void seen.push([context, event.type, event.data]))]);

  await publish(outgoing({ data: { n: 1, later: 'unknown members are ignored' } }));
  await bus.idle();

  expect(seen).toEqual([['the context', 'thing.changed', { n: 1 }]]);
});

it('has one effect per event, however often it is delivered', async () => {
  start([onThing((event) => apply(event.partitionkey).then(() => undefined))]);
  const event = thing(1);

  await publish(event, event, event);
  await publish(event);
  await bus.idle();

  expect(await applied()).toEqual({ k1: 1 });
  expect(await inbox()).toEqual([{ consumer: 'test-copies', event_id: event.id, state: 'done' }]);
});

it('has one effect when replicas get the same event at the same time', async () => {
  const other = createMemoryBus();
  const both = gate();
  let deliveries = 0;
  const handle = onThing(async (event) => {
    await apply(event.partitionkey);
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
  start([arriving]);
  running.push(
    startSubscriptions({
      name: 'test-copies',
      subscriptions: [arriving],
      context: '',
      db: await store.connect(),
      bus: other,
      log,
    }),
  );
  const event = thing(1);

  await Promise.all([publish(event), other.publish([event], () => undefined)]);
  await both.opened;
  await Promise.all([bus.idle(), other.idle()]);

  expect(await applied()).toEqual({ k1: 1 });
});

it('undoes the effect of an attempt that fails, and its inbox row with it', async () => {
  let failures = 2;
  start([
    onThing(async (event) => {
      await apply(event.partitionkey);
      failures -= 1;
      if (failures >= 0) throw new Error('half done');
    }),
  ]);

  await publish(thing(1));
  await bus.idle();

  expect(await applied()).toEqual({ k1: 1 });
  expect(await letters()).toEqual([]);
});

it('gives an event up after eight attempts, and goes on with the later ones, also of its partition key', async () => {
  let attempts = 0;
  start([
    onThing(async ({ data, partitionkey }) => {
      if (data.n > 0) return void (await apply(partitionkey));
      attempts += 1;
      throw Object.assign(new Error('the key (email)=(ada@example.org) exists'), { code: '23505' });
    }),
  ]);
  const bad = thing(0);

  await publish(bad, ...upTo(50).map((n) => thing(n)));
  await eventually(async () => expect(await letters()).toHaveLength(1));
  await bus.idle();

  expect(attempts).toBe(8);
  expect(await applied()).toEqual({ k1: 50 });
  const [letter] = await letters();
  expect(letter).toMatchObject({
    consumer: 'test-copies',
    event_id: bad.id,
    type: 'thing.changed',
    event: bad.text,
    attempts: 8,
  });
  expect(letter?.error).toContain('Error 23505');
  expect(letter?.error).not.toContain('ada@example.org');
  expect(await inbox()).toContainEqual({ consumer: 'test-copies', event_id: bad.id, state: 'dead' });
});

it('passes over a dead event that is delivered again', async () => {
  let attempts = 0;
  start([
    onThing(async () => {
      attempts += 1;
      throw new Error('never');
    }),
  ]);
  const bad = thing(0);
  await publish(bad);
  await eventually(async () => expect(await letters()).toHaveLength(1));

  await publish(bad);
  await bus.idle();

  expect(attempts).toBe(8);
});

it('passes over what does not concern a handler, without a row, and reads it all the same', async () => {
  const handle = async (_: string, event: EventEnvelope) => void (await apply(event.partitionkey));
  start([on(thingChanged, handle, { concerns: ({ n }) => n > 1 })]);

  await publish(thing(1, { key: 'small' }), thing(2, { key: 'large' }), outgoing({ data: { n: 'none' } }));
  await bus.idle();

  expect(await applied()).toEqual({ large: 1 });
  expect(await store.db.query('select event_id from inbox')).toHaveLength(2);
  expect(await letters()).toMatchObject([{ error: 'EventMisfit: n (invalid_type)' }]);
});

it('neither reads nor notes what nobody waits for, and asks again where the question failed', async () => {
  const asked: string[] = [];
  start([
    on(thingChanged, async (_: string, event) => void (await apply(event.partitionkey)), {
      isWanted: async (context, { partitionkey }) => {
        if (asked.push(`${context} ${partitionkey}`) === 1) throw new Error('away');
        return partitionkey === 'wanted';
      },
    }),
  ]);

  await publish(
    thing(1, { key: 'wanted' }),
    thing(2, { key: 'other' }),
    outgoing({ data: { n: 'none' }, key: 'other' }),
  );
  await eventually(async () => expect(await applied()).toEqual({ wanted: 1 }));
  await bus.idle();

  expect(asked.toSorted()).toEqual([...Array(2).fill('the context other'), ...Array(2).fill('the context wanted')]);
  expect(await store.db.query('select event_id from inbox')).toHaveLength(1);
  expect(await letters()).toEqual([]);
});

it('gives up at once an event that does not fit its schema', async () => {
  start([onThing(poison())]);
  const misfit = outgoing({ data: { n: 'ada@example.org' } });

  await publish(misfit);
  await bus.idle();

  expect(await letters()).toMatchObject([{ event_id: misfit.id, attempts: 1, error: 'EventMisfit: n (invalid_type)' }]);
});

it('stops no other consumer when one cannot handle an event', async () => {
  start([
    onThing(poison()),
    ...consumer('test-facts', [onThing(async (event) => void (await apply(event.partitionkey)))]),
  ]);

  await publish(thing(1));
  await eventually(async () => expect(await letters()).toHaveLength(1));
  await bus.idle();

  expect(await applied()).toEqual({ k1: 1 });
  expect(await letters()).toMatchObject([{ consumer: 'test-copies' }]);
});

it('puts what a handler records one step deeper, with the event as its cause', async () => {
  const calls: Call[] = [];
  start([
    onThing(async (event) => {
      calls.push(currentCall());
      await appendToOutbox(store.db, [
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

  await publish(traced);
  await bus.idle();

  expect(calls).toMatchObject([{ operation: 'test-copies:thing.changed', causationId: cause.id, depth: 4 }]);
  expect(calls[0]?.actor).toBeUndefined();
  const [row] = await store.db.query<{ event: string }>('select event from outbox');
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
  start(
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
    12,
  );

  const shout = publish(...upTo(60).map((n) => thing(n, { projectId: loud, key: `k${n}` })));
  await publish(...upTo(5).map((n) => thing(n, { projectId: quiet, key: `k${n}` })));
  await eventually(() => handled.length === 5 && atOnce === 8);

  expect(handled).toEqual(Array(5).fill(quiet));
  finish.open();
  await shout;
  await bus.idle();
  expect(handled).toHaveLength(65);
  expect(most).toBe(8);
});

describe('on the operations port', () => {
  const call = (path: string, input: { params?: Record<string, string>; query?: object; body?: unknown } = {}) => {
    const routes = deadLetterRoutes(store.db, running[0] ?? start([]));
    const route = routes.find((each) => each.path === path);
    return route?.handle({ params: input.params ?? {}, query: { ...input.query }, body: input.body });
  };
  let broken: boolean;

  /** Buries `count` events under a handler that works once `broken` is false. */
  async function buried(count: number): Promise<OutgoingEvent[]> {
    broken = true;
    start([
      onThing(async (event) => {
        if (broken) throw new Error('a bug');
        await apply(event.partitionkey);
      }),
    ]);
    const events = upTo(count).map((n) => thing(n, { key: `k${n}` }));
    await publish(...events);
    await eventually(async () => expect(await letters()).toHaveLength(count));
    return events;
  }

  it('lists dead letters by consumer, type and time, without their data', async () => {
    const [event] = await buried(1);

    const listed = await call('/ops/dead-letters', {
      query: { consumer: 'test-copies', type: 'thing.changed', since: '2020-01-01T00:00:00Z' },
    });
    expect(listed?.body).toEqual({ letters: [expect.objectContaining({ event_id: event?.id, attempts: 8 })] });
    expect(JSON.stringify(listed?.body)).not.toContain('"n"');
    expect((await call('/ops/dead-letters', { query: { consumer: 'other' } }))?.body).toEqual({ letters: [] });
    expect((await call('/ops/dead-letters', { query: { since: '2999-01-01T00:00:00Z' } }))?.body).toEqual({
      letters: [],
    });
    expect(await call('/ops/dead-letters', { query: { since: 'yesterday' } })).toMatchObject({ status: 422 });
  });

  it('handles a dead event once after the fix', async () => {
    const [event] = await buried(1);
    broken = false;
    const redrive = () => call('/ops/dead-letters/:event_id/redrive', { params: { event_id: event?.id ?? '' } });

    const answers = await Promise.all([redrive(), redrive(), redrive()]);
    await publish(...(event ? [event] : []));
    await bus.idle();

    expect(answers).toContainEqual({ status: 200, body: { handled: 1, failed: [] } });
    expect(await applied()).toEqual({ k1: 1 });
    expect(await letters()).toEqual([]);
    expect(await inbox()).toEqual([{ consumer: 'test-copies', event_id: event?.id, state: 'done' }]);
    expect((await redrive())?.status).toBe(404);
  });

  it('keeps a dead letter whose handling fails again', async () => {
    const [event] = await buried(1);

    const answer = await call('/ops/dead-letters/:event_id/redrive', { params: { event_id: event?.id ?? '' } });

    expect(answer?.body).toEqual({ handled: 0, failed: [event?.id] });
    expect(await letters()).toMatchObject([{ event_id: event?.id, attempts: 9 }]);
    expect(await inbox()).toMatchObject([{ state: 'dead' }]);
  });

  it('handles all of a consumer between two times', async () => {
    await buried(3);
    broken = false;
    const redrive = (from: string, to: string) =>
      call('/ops/dead-letters/redrive', { body: { consumer: 'test-copies', from, to } });

    expect((await redrive('2020-01-01T00:00:00Z', '2020-01-02T00:00:00Z'))?.body).toEqual({
      handled: 0,
      failed: [],
      more: false,
    });
    expect((await redrive('2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'))?.body).toEqual({
      handled: 3,
      failed: [],
      more: false,
    });

    expect(await applied()).toEqual({ k1: 1, k2: 1, k3: 1 });
    expect(await call('/ops/dead-letters/redrive', { body: { consumer: 'test-copies' } })).toMatchObject({
      status: 422,
    });
  });
});

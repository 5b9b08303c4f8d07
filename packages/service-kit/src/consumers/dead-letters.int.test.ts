import { eventually } from '@parley/testkit';

import { outgoing } from '../bus/bus.fixture.ts';
import type { OutgoingEvent } from '../bus/bus.ts';
import { upTo } from '../outbox/outbox.fixture.ts';
import { deadLetterRoutes } from './dead-letter-routes.ts';
import { consumer } from './subscription.ts';
import { Copies, onThing, poison, thing } from './subscriptions.fixture.ts';

const copies = new Copies();
beforeAll(() => copies.open());
beforeEach(() => copies.begin());
afterEach(() => copies.end());
afterAll(() => copies.close());

it('gives an event up after eight attempts, and goes on with the later ones, also of its partition key', async () => {
  copies.start([
    onThing(async ({ data, partitionkey }) => {
      if (data.n > 0) return void (await copies.apply(partitionkey));
      throw Object.assign(new Error('the key (email)=(ada@example.org) exists'), { code: '23505' });
    }),
  ]);
  const bad = thing(0);

  await copies.publish(bad, ...upTo(50).map((n) => thing(n)));
  await eventually(async () => expect(await copies.letters()).toHaveLength(1));
  await copies.bus.idle();

  expect(await copies.applied()).toEqual({ k1: 50 });
  const [letter] = await copies.letters();
  expect(letter).toMatchObject({
    consumer: 'test-copies',
    event_id: bad.id,
    type: 'thing.changed',
    event: bad.text,
    attempts: 8,
  });
  expect(letter?.error).toContain('Error 23505');
  expect(letter?.error).not.toContain('ada@example.org');
  expect(await copies.inbox()).toContainEqual({ consumer: 'test-copies', event_id: bad.id, state: 'dead' });
});

it('passes over a dead event that is delivered again', async () => {
  let attempts = 0;
  copies.start([
    onThing(async () => {
      attempts += 1;
      throw new Error('never');
    }),
  ]);
  const bad = thing(0);
  await copies.publish(bad);
  await eventually(async () => expect(await copies.letters()).toHaveLength(1));

  await copies.publish(bad);
  await copies.bus.idle();

  expect(attempts).toBe(8);
});

it('gives up at once an event that does not fit its schema', async () => {
  copies.start([onThing(poison)]);
  const misfit = outgoing({ data: { n: 'ada@example.org' } });

  await copies.publish(misfit);
  await copies.bus.idle();

  expect(await copies.letters()).toMatchObject([
    { event_id: misfit.id, attempts: 1, error: 'EventSchemaMismatch: n (invalid_type)' },
  ]);
});

it('stops no other consumer when one cannot handle an event', async () => {
  copies.start([
    onThing(poison),
    ...consumer('test-facts', [onThing(async (event) => void (await copies.apply(event.partitionkey)))]),
  ]);

  await copies.publish(thing(1));
  await eventually(async () => expect(await copies.letters()).toHaveLength(1));
  await copies.bus.idle();

  expect(await copies.applied()).toEqual({ k1: 1 });
  expect(await copies.letters()).toMatchObject([{ consumer: 'test-copies' }]);
});

describe('on the operations port', () => {
  const call = (path: string, input: { params?: Record<string, string>; query?: object; body?: unknown } = {}) => {
    const routes = deadLetterRoutes(copies.store.db, copies.running);
    const route = routes.find((each) => each.path === path);
    return route?.handle({ params: input.params ?? {}, query: { ...input.query }, body: input.body });
  };
  let broken: boolean;

  /** Buries `count` events under a handler that works once `broken` is false. */
  async function buried(count: number): Promise<OutgoingEvent[]> {
    broken = true;
    copies.start([
      onThing(async (event) => {
        if (broken) throw new Error('a bug');
        await copies.apply(event.partitionkey);
      }),
    ]);
    const events = upTo(count).map((n) => thing(n, { key: `k${n}` }));
    await copies.publish(...events);
    await eventually(async () => expect(await copies.letters()).toHaveLength(count));
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
    await copies.publish(...(event ? [event] : []));
    await copies.bus.idle();

    expect(answers).toContainEqual({ status: 200, body: { handled: 1, failed: [] } });
    expect(await copies.applied()).toEqual({ k1: 1 });
    expect(await copies.letters()).toEqual([]);
    expect(await copies.inbox()).toEqual([{ consumer: 'test-copies', event_id: event?.id, state: 'done' }]);
    expect((await redrive())?.status).toBe(404);
  });

  it('keeps a dead letter whose handling fails again', async () => {
    const [event] = await buried(1);

    const answer = await call('/ops/dead-letters/:event_id/redrive', { params: { event_id: event?.id ?? '' } });

    expect(answer?.body).toEqual({ handled: 0, failed: [event?.id] });
    expect(await copies.letters()).toMatchObject([{ event_id: event?.id, attempts: 9 }]);
    expect(await copies.inbox()).toMatchObject([{ state: 'dead' }]);
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

    expect(await copies.applied()).toEqual({ k1: 1, k2: 1, k3: 1 });
    expect(await call('/ops/dead-letters/redrive', { body: { consumer: 'test-copies' } })).toMatchObject({
      status: 422,
    });
  });
});

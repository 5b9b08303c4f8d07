import type { EventEnvelope } from '@parley/contracts';
import { eventually } from '@parley/testkit';

import { gate, outgoing } from './bus.fixture.ts';
import type { BusTimings, Delivery, EventBus } from './bus.ts';

const ignore = () => undefined;
const timings: BusTimings = { ackWaitMs: 400, retryDelaysMs: [20, 40] };

/**
 * What every event bus must do. Each test uses names of its own: one bus may serve them all.
 * @param open a bus that is there, with these timings
 */
export function busSuite(open: (timings: BusTimings) => Promise<EventBus>): void {
  let bus: EventBus;
  let name: string;
  let noun: string;
  let tests = 0;

  beforeAll(async () => {
    bus = await open(timings);
  });
  afterAll(() => bus?.close());
  beforeEach(() => {
    tests += 1;
    name = `purpose-${tests}`;
    noun = `noun${tests}`;
  });

  const consume = (
    handle: (delivery: Delivery) => Promise<void>,
    { as = name, concurrency = 10, types = ['made'] } = {},
  ) => bus.consume({ name: as, types: types.map((verb) => `${noun}.${verb}`), concurrency, handle });
  const publish = async (count: number, verb = 'made') => {
    const events = Array.from({ length: count }, (_, n) => outgoing({ type: `${noun}.${verb}`, data: { n } }));
    await bus.publish(events, ignore);
    return events;
  };

  it('brings every event to every purpose that wants its type, and to no other', async () => {
    const [one, two]: string[][] = [[], []];
    const running = [
      consume(async ({ event }) => void one?.push(event.id), { types: ['made', 'mended'] }),
      consume(async ({ event }) => void two?.push(event.id), { as: `${name}-two`, types: ['mended'] }),
    ];

    const made = await publish(2, 'made');
    const mended = await publish(2, 'mended');
    await publish(1, 'broken');
    await bus.idle();

    expect(one?.sort()).toEqual([...made, ...mended].map(({ id }) => id).sort());
    expect(two?.sort()).toEqual(mended.map(({ id }) => id).sort());
    await Promise.all(running.map((consumer) => consumer.stop()));
  });

  it('delivers nothing that its consumer filters out, neither now nor to the next one of that name', async () => {
    const [seen, delivered]: string[][] = [[], []];
    const admits = ({ id, data }: EventEnvelope) => {
      seen?.push(id);
      return (data as { n: number }).n === 1;
    };
    const handle = async ({ event }: Delivery) => void delivered?.push(event.id);
    const types = [`${noun}.made`];
    const first = bus.consume({ name, types, concurrency: 10, handle, admits });
    const events = await publish(3);
    await bus.idle();
    await first.stop();
    const second = consume(handle);
    await bus.idle();

    expect(seen?.sort()).toEqual(events.map(({ id }) => id).sort());
    expect(delivered).toEqual([events[1]?.id]);
    await second.stop();
  });

  it('broadcasts a channel to every listener, until the listener stops', async () => {
    const [one, two, other]: string[][] = [[], [], []];
    const hearing = [
      bus.onBroadcast(name, (text) => void one?.push(text)),
      bus.onBroadcast(name, (text) => void two?.push(text)),
      bus.onBroadcast(`${name}-other`, (text) => void other?.push(text)),
    ];
    await eventually(() => {
      bus.broadcast(name, 'hello');
      expect(one).toContain('hello');
      expect(two).toContain('hello');
    });
    await hearing[0]?.stop();
    await eventually(() => {
      bus.broadcast(name, 'again');
      expect(two).toContain('again');
    });
    expect(one).not.toContain('again');
    expect(other).toEqual([]);
    await Promise.all(hearing.map((one) => one.stop()));
  });

  it('hands over the whole event, as text and read', async () => {
    const seen: Delivery[] = [];
    const consumer = consume(async (delivery) => void seen.push(delivery));

    const [event] = await publish(1);
    await bus.idle();

    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ text: event?.text, attempt: 1, attemptsLeft: 2, event: { id: event?.id } });
    await consumer.stop();
  });

  it('answers for what it has taken', async () => {
    const kept: string[] = [];
    const consumer = consume(async () => undefined);
    const events = [outgoing({ type: `${noun}.made` }), outgoing({ type: `${noun}.made` })];

    await bus.publish(events, (ids) => kept.push(...ids));
    await bus.idle();

    expect(kept.sort()).toEqual(events.map(({ id }) => id).sort());
    await consumer.stop();
  });

  it('keeps the order for a purpose that handles one event at a time', async () => {
    const order: unknown[] = [];
    const consumer = consume(async ({ event }) => void order.push(event.data), { concurrency: 1 });

    await publish(50);
    await bus.idle();

    expect(order).toEqual(Array.from({ length: 50 }, (_, n) => ({ n })));
    await consumer.stop();
  });

  it('lets replicas share the work of a purpose', async () => {
    const seen: Record<string, string[]> = { one: [], two: [] };
    const bothBusy = gate();
    const take = (replica: string) => async (delivery: Delivery) => {
      seen[replica]?.push(delivery.event.id);
      if (seen.one?.length && seen.two?.length) bothBusy.open();
      await bothBusy.opened;
    };
    const running = [consume(take('one'), { concurrency: 2 }), consume(take('two'), { concurrency: 2 })];

    const events = await publish(20);
    await bus.idle();

    expect([...(seen.one ?? []), ...(seen.two ?? [])].sort()).toEqual(events.map(({ id }) => id).sort());
    await Promise.all(running.map((consumer) => consumer.stop()));
  });

  it('hands over no more than the purpose wants at once', async () => {
    let running = 0;
    let most = 0;
    const full = gate();
    const consumer = consume(
      async () => {
        running += 1;
        most = Math.max(most, running);
        if (running === 3) full.open();
        await full.opened;
        running -= 1;
      },
      { concurrency: 3 },
    );

    await publish(12);
    await bus.idle();

    expect(most).toBe(3);
    await consumer.stop();
  });

  it('brings an event whose handling failed again, counts the attempts, and goes on with the others', async () => {
    const attempts: [number, number][] = [];
    const others: string[] = [];
    const [bad, ...good] = [
      outgoing({ type: `${noun}.made` }),
      outgoing({ type: `${noun}.made` }),
      outgoing({ type: `${noun}.made` }),
    ];
    const consumer = consume(async ({ event, attempt, attemptsLeft }) => {
      if (event.id !== bad?.id) return void others.push(event.id);
      attempts.push([attempt, attemptsLeft]);
      if (attemptsLeft > 0) throw new Error('not yet');
    });

    await bus.publish([...(bad ? [bad] : []), ...good], ignore);
    await eventually(() => attempts.length === 3);
    await bus.idle();

    expect(attempts).toEqual([
      [1, 2],
      [2, 1],
      [3, 0],
    ]);
    expect(others.sort()).toEqual(good.map(({ id }) => id).sort());
    await consumer.stop();
  });

  it('goes on with an event whose last attempt failed without an end: no dead letter was written', async () => {
    let failures = 4;
    const consumer = consume(async () => {
      failures -= 1;
      if (failures > 0) throw new Error('the database is unavailable');
    });

    await publish(1);

    await eventually(() => failures === 0);
    await consumer.stop();
  });

  it('redelivers an event that was not answered in time', async () => {
    const attempts: number[] = [];
    const never = gate();
    const consumer = consume(async ({ attempt }) => {
      attempts.push(attempt);
      if (attempt === 1) await never.opened;
    });

    await publish(1);
    await eventually(() => attempts.length === 2);

    expect(attempts).toEqual([1, 2]);
    never.open();
    await consumer.stop();
  });

  it('does not bring an event again while its handler says that it is working', async () => {
    let deliveries = 0;
    const consumer = consume(async ({ working }) => {
      deliveries += 1;
      const until = Date.now() + 3 * timings.ackWaitMs;
      await eventually(() => {
        working();
        return Date.now() >= until;
      });
    });

    await publish(1);
    await bus.idle();

    expect(deliveries).toBe(1);
    await consumer.stop();
  });

  it('keeps the events of a purpose that is not running at the moment', async () => {
    const seen: string[] = [];
    const before = consume(async ({ event }) => void seen.push(event.id));
    const first = await publish(1);
    await bus.idle();
    await before.stop();

    const meanwhile = await publish(3);
    const after = consume(async ({ event }) => void seen.push(event.id));
    await eventually(() => seen.length === 4);

    expect(seen.sort()).toEqual([...first, ...meanwhile].map(({ id }) => id).sort());
    await after.stop();
  });

  it('waits for what is being handled when a purpose stops', async () => {
    const started = gate();
    const finish = gate();
    let finished = false;
    const consumer = consume(async () => {
      started.open();
      await finish.opened;
      finished = true;
    });
    await publish(1);
    await started.opened;

    const stopped = consumer.stop();
    finish.open();
    await stopped;

    expect(finished).toBe(true);
  });

  it('delivers to every listener what happens from now on', async () => {
    const heard: Record<string, string[]> = { one: [], two: [] };
    await publish(1);
    const listeners = ['one', 'two'].map((replica) =>
      bus.listen([`${noun}.made`], (event) => void heard[replica]?.push(event.id)),
    );
    await publish(1, 'mended');
    // A listener that fails does not affect the others.
    const failing = bus.listen([`${noun}.made`], () => Promise.reject(new Error('my cache is broken')));

    const events: string[] = [];
    await eventually(async () => {
      events.push(...(await publish(1)).map(({ id }) => id));
      return (heard.one?.length ?? 0) > 0 && (heard.two?.length ?? 0) > 0;
    });

    for (const ids of Object.values(heard)) expect(events).toEqual(expect.arrayContaining(ids));
    await Promise.all([...listeners, failing].map((listener) => listener.stop()));
  });

  it('says that it is there', () => {
    expect(bus.health()).toMatchObject({ up: true });
  });
}

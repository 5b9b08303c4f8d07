import type { EventEnvelope } from '@parley/contracts';
import { describeWithProgram, eventually, type NatsServer, startNatsServer } from '@parley/testkit';

import { createLogger } from '../observability/log.ts';
import { outgoing } from './bus.fixture.ts';
import { busSuite } from './bus.suite.ts';
import type { EventBus } from './bus.ts';
import { openNatsBus } from './nats-bus.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const ignore = () => undefined;

/** Resolves when the bus takes events. */
async function there(bus: EventBus): Promise<EventBus> {
  await eventually(() => bus.publish([], ignore), { timeoutMs: 10_000 });
  return bus;
}

describeWithProgram('nats-server', 'the NATS bus', () => {
  let server: NatsServer;
  beforeAll(async () => {
    server = await startNatsServer();
  });
  afterAll(() => server?.stop());

  busSuite((timings) => there(openNatsBus({ url: server.url, name: 'test', log, timings })));
});

describeWithProgram('nats-server', 'the NATS bus while its server comes and goes', () => {
  let server: NatsServer;
  let bus: EventBus;
  const seen = new Set<string>();

  beforeEach(async () => {
    seen.clear();
    server = await startNatsServer();
    bus = openNatsBus({ url: server.url, name: 'test', log, timings: { retryDelaysMs: [10, 10] } });
  });
  afterEach(async () => {
    await bus?.close();
    await server?.stop();
  });

  const consume = () =>
    bus.consume({
      name: 'facts',
      types: ['thing.changed'],
      concurrency: 5,
      handle: async ({ event }) => void seen.add(event.id),
    });
  const publish = async (count: number) => {
    const events = Array.from({ length: count }, () => outgoing());
    await bus.publish(events, ignore);
    return events.map(({ id }) => id);
  };
  const all = (ids: string[]) =>
    eventually(() => expect([...seen].sort()).toEqual([...ids].sort()), { timeoutMs: 15_000 });

  it('starts without it and begins as soon as it is there', async () => {
    await server.kill();
    const early = openNatsBus({ url: server.url, name: 'test', log });
    const ids = new Set<string>();
    early.consume({
      name: 'early',
      types: ['thing.changed'],
      concurrency: 5,
      handle: async ({ event }) => void ids.add(event.id),
    });
    expect(early.health()).toEqual({ up: false, adapter: 'nats', detail: 'NATS is unavailable' });
    await expect(early.publish([outgoing()], ignore)).rejects.toThrow('NATS is unavailable');

    await server.start();
    await there(early);
    const event = outgoing();
    await early.publish([event], ignore);

    await eventually(() => ids.has(event.id), { timeoutMs: 15_000 });
    await early.close();
  });

  it('loses nothing it has acknowledged when the server is killed and started again', async () => {
    await there(bus);
    const before = await publish(50);

    await server.kill();
    await expect(publish(1)).rejects.toThrow();
    await server.start();
    await there(bus);
    const after = await publish(50);
    consume();

    await all([...before, ...after]);
  });

  it('goes on consuming after the server was killed', async () => {
    consume();
    await there(bus);
    const before = await publish(5);
    await all(before);

    await server.kill();
    await server.start();
    await there(bus);
    const after = await publish(5);

    await all([...before, ...after]);
  });

  it('makes stream and consumers again when the server has lost all its data', async () => {
    consume();
    await there(bus);
    const before = await publish(5);
    await all(before);

    await server.kill();
    await server.loseData();
    await server.start();
    await there(bus);
    const after = await publish(5);

    await all([...before, ...after]);
  });

  it('stores an event once that is published again', async () => {
    await there(bus);
    const events = [outgoing(), outgoing()];
    let deliveries = 0;
    await bus.publish(events, ignore);
    await bus.publish(events, ignore);

    bus.consume({
      name: 'facts',
      types: ['thing.changed'],
      concurrency: 5,
      handle: async () => {
        deliveries += 1;
      },
    });
    await bus.idle();

    expect(deliveries).toBe(2);
  });

  it('deletes events of one project for good, and goes on with the others', async () => {
    await there(bus);
    const [gone, kept] = ['a canary', 'a sparrow'];
    const foreign = outgoing({ projectId: 'b'.repeat(24), data: { text: gone } });
    const old = Array.from({ length: 1_200 }, () => outgoing({ data: { text: kept } }));
    await bus.publish(
      [...old, outgoing({ data: { text: gone } }), outgoing({ data: { text: kept } }), foreign],
      ignore,
    );

    const since = new Date(Date.now() - 60_000);
    const isGone = ({ data }: EventEnvelope) => (data as { text: string }).text === gone;
    await bus.forget('a'.repeat(24), since, isGone, AbortSignal.timeout(20_000));
    await bus.forget('c'.repeat(24), since, isGone, AbortSignal.timeout(20_000));

    const texts: unknown[] = [];
    bus.consume({
      ...{ name: 'late', types: ['thing.changed'], concurrency: 50 },
      handle: async ({ event }) => void texts.push((event.data as { text: string }).text),
    });
    await eventually(() => expect(texts).toHaveLength(1_202), { timeoutMs: 15_000 });
    expect(texts.filter((text) => text === gone)).toHaveLength(1);
    await server.kill();
    const stored = await server.stored();
    expect([stored.includes(kept), stored.split(gone).length - 1]).toEqual([true, 1]);
  });

  it('closes while the server is down', async () => {
    await server.kill();
    const away = openNatsBus({ url: server.url, name: 'test', log });
    away.consume({ name: 'facts', types: ['thing.changed'], concurrency: 5, handle: async () => undefined });

    await away.close();

    expect(away.health().up).toBe(false);
  });
});

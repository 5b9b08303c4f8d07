import type { EventEnvelope } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { amountOf, type Endpoint, nextQueryOf } from '@parley/testkit';

import { hour, WebhooksHarness } from '../../test/webhooks-harness.ts';

const harness = new WebhooksHarness();
const minute = 60_000;
/** Deliveries queued for a receiver that is down. */
const crowded = Number(process.env.OUTAGE_DELIVERIES ?? amountOf({ quick: 200, soak: 2_000, full: 10_000 }));
const crowdMs = 20_000 + 60 * crowded;
// No receiver here delays a call.
beforeAll(() => harness.start({ env: { WEBHOOK_CALL_TIMEOUT: '15s' } }));
afterEach(() => {
  harness.workspaceIsDown = false;
});
afterAll(() => harness.stop());

const status =
  (code: number): Endpoint['answering'] =>
  (res) =>
    res.writeHead(code).end();

it('waits as long as a receiver asks', async () => {
  const { people, receiver } = await harness.subscribed('event.emit', (res, _call, nth) =>
    nth === 1 ? res.writeHead(429, { 'retry-after': '3600' }).end() : res.end(),
  );
  await harness.publishAndSettle(harness.emitted(people.projectId));
  await harness.pass(59 * minute);
  expect(receiver.calls).toHaveLength(1);
  await harness.pass(2 * minute);
  expect(receiver.calls).toHaveLength(2);
});

it('fails a delivery after ten attempts over three days', async () => {
  const { people, owner, receiver, id: subscription_id, list } = await harness.subscribed('event.emit', status(503));
  await harness.publishAndSettle(harness.emitted(people.projectId));
  const moments: number[] = [];
  const start = harness.now().getTime();
  for (let next = (await list())[0]?.nextAttemptAt; next !== undefined; next = (await list())[0]?.nextAttemptAt) {
    await harness.pass(Date.parse(next) - harness.now().getTime());
    moments.push(harness.now().getTime() - start);
  }

  const ideal = [5, 305, 2_105, 9_305, 27_305, 63_305, 113_705, 185_705, 272_105];
  expect(receiver.calls).toHaveLength(10);
  expect(moments.every((ms, place) => Math.abs(ms / 1_000 / (ideal[place] ?? 0) - 1) < 0.15)).toBe(true);
  expect((await list())[0]).toMatchObject({ state: 'failed', attempts: 10, lastStatus: 503 });

  receiver.answering = (res) => res.end();
  const range = { from: new Date(start - hour).toISOString(), to: harness.now().toISOString() };
  expect((await owner.replayDeliveries({ subscription_id, ...range })).body).toEqual({ queued: 1 });
  await harness.pass(hour);
  expect((await list())[0]).toMatchObject({ state: 'delivered', attempts: 11 });
  expect(new Set(receiver.ids).size).toBe(1);
});

/** Many deliveries to one receiver, of ten records in turn. */
async function crowd(count: number, answering: Endpoint['answering']) {
  const subscribed = await harness.subscribed('event.emit', answering);
  const { people, id } = subscribed;
  const keys = Array.from({ length: 10 }, () => newId());
  const events = Array.from({ length: count }, (_, nth) =>
    harness.emitted(people.projectId, { nth }, { partitionkey: keys[nth % keys.length] ?? '' }),
  );
  const states = () =>
    harness.service.db.query(
      'select state, count(*)::int as count from delivery where id_subscription = $1 group by 1',
      [id],
    );
  await harness.publishAndSettle(...events);
  return { ...subscribed, keys, states };
}

it(
  'delivers every event after an outage of a day, in order per record, each once by its id',
  async () => {
    const count = crowded;
    const { receiver, get, keys, states } = await crowd(count, status(503));
    expect((await get()).breaker).toMatchObject({ state: 'open' });
    expect(receiver.calls.length).toBeLessThan(30);
    for (let passed = 0; passed < 24; passed += 2) await harness.pass(2 * hour);
    expect(await states()).toEqual([{ state: 'pending', count }]);

    const open = new Set<number>();
    let together = 0;
    receiver.answering = (res, { body, headers }) => {
      const place = body.payload.attributes.nth % keys.length;
      const end = () => {
        open.delete(place);
        res.end();
      };
      if (headers['parley-attempt'] !== '1') return end();
      if (open.has(place)) together += 1;
      open.add(place);
      // Delays of varying length let calls overlap if they may; nothing depends on their end.
      setTimeout(end, Math.random() * 5);
    };
    const down = receiver.calls.length;
    // The last failed delivery is due according to its schedule.
    for (let passed = 0; passed < 32; passed += 4) await harness.pass(4 * hour);
    expect(await states()).toEqual([{ state: 'delivered', count }]);
    expect([new Set(receiver.ids).size, new Set(receiver.ids.slice(down)).size]).toEqual([count, count]);
    expect(receiver.ids.length - down).toBe(count);
    expect((await get()).breaker).toEqual({ state: 'closed', failures: 0 });
    const firsts = receiver.calls.filter(({ headers }) => headers['parley-attempt'] === '1');
    for (const place of keys.keys()) {
      const nths = firsts.map(({ body }) => body.payload.attributes.nth as number).filter((nth) => nth % 10 === place);
      expect(nths).toEqual(Array.from({ length: count / 10 }, (_, nth) => place + nth * 10));
    }
    expect(together).toBe(0);
  },
  crowdMs,
);

it(
  'fails every delivery after an outage of four days, and one replay delivers all, by the same ids',
  async () => {
    const count = crowded;
    const from = new Date(harness.now().getTime() - hour).toISOString();
    const { owner, receiver, id: subscription_id, states } = await crowd(count, status(503));
    for (let passed = 0; passed < 96; passed += 4) await harness.pass(4 * hour);
    expect(await states()).toEqual([{ state: 'failed', count }]);

    const tried = new Set(receiver.ids);
    receiver.answering = (res) => res.end();
    const down = receiver.calls.length;
    const to = harness.now().toISOString();
    expect((await owner.replayDeliveries({ subscription_id, from, to })).body).toEqual({ queued: count });
    for (let passed = 0; passed < 3; passed += 1) await harness.pass(hour);
    expect(await states()).toEqual([{ state: 'delivered', count }]);
    expect(receiver.ids.length - down).toBe(count);
    const delivered = new Set(receiver.ids.slice(down));
    expect([delivered.size, [...tried].filter((id) => !delivered.has(id))]).toEqual([count, []]);
    const nths = receiver.calls.slice(down).map(({ body }) => body.payload.attributes.nth as number);
    expect(new Set(nths).size).toBe(count);
  },
  crowdMs,
);

it('disables a subscription after five days of failures; a replay delivers all', async () => {
  const {
    people,
    owner,
    receiver,
    id: subscription_id,
    list,
    get,
  } = await harness.subscribed('event.emit', status(503));
  await harness.publishAndSettle(...Array.from({ length: 30 }, () => harness.emitted(people.projectId)));
  const from = new Date(harness.now().getTime() - hour).toISOString();
  for (let passed = 0; passed < 120; passed += 4) await harness.pass(4 * hour);
  await harness.publishAndSettle(harness.emitted(people.projectId));
  expect(await get()).toMatchObject({ status: 'disabled', disabledReason: 'failing' });
  const to = harness.now().toISOString();
  receiver.answering = (res) => res.end();
  await owner.updateSubscription({ subscription_id, status: 'active' });
  expect((await owner.replayDeliveries({ subscription_id, from, to })).body).toEqual({ queued: 31 });
  await harness.pass(minute);
  expect((await list()).map(({ state }) => state)).toEqual(Array(31).fill('delivered'));
});

it('lists and replays deliveries in the order of their events, in whatever order these arrived', async () => {
  const { people, owner, receiver, id: subscription_id, list } = await harness.subscribed('event.emit');
  await owner.updateSubscription({ subscription_id, status: 'disabled' });
  const partitionkey = newId();
  // Two of them at the same time, as the events of one change are.
  const at = [0, 1, 1, 2].map((ms) => new Date(harness.now().getTime() + ms).toISOString());
  const [from = '', , , to = ''] = at;
  const [first, second, third, fourth] = at.map((time, nth) =>
    harness.emitted(people.projectId, { nth }, { partitionkey, time }),
  ) as [EventEnvelope, EventEnvelope, EventEnvelope, EventEnvelope];
  for (const event of [third, fourth, first, second]) await harness.publishAndSettle(event);

  const ids = [first, second, third, fourth].map(({ id }) => id);
  const listed = await list();
  expect(listed.map(({ eventId }) => eventId)).toEqual(ids.toReversed());
  expect(listed.map(({ createdAt }) => createdAt)).toEqual(at.toReversed());
  const half = await owner.listDeliveries({ subscription_id, limit: '2', direction: '1' });
  const rest = await owner.listDeliveries({ subscription_id, ...nextQueryOf(half) });
  expect([half, rest].flatMap(({ body }) => body.deliveries.map(({ eventId }) => eventId))).toEqual(ids);

  await owner.updateSubscription({ subscription_id, status: 'active' });
  expect((await owner.replayDeliveries({ subscription_id, from, to })).body).toEqual({ queued: 4 });
  await harness.service.settled();
  expect(receiver.calls.map(({ headers }) => headers['parley-event'])).toEqual(ids);
});

it('limits a record to 120 deliveries a minute, and marks a suspected loop', async () => {
  const { people, list } = await harness.subscribed('event.emit');
  const partitionkey = newId();
  harness.workspaceIsDown = true;
  const start = harness.now().getTime();
  await harness.publishAndSettle(
    ...Array.from({ length: 125 }, () => harness.emitted(people.projectId, {}, { partitionkey })),
  );

  const deliveries = await list();
  const held = deliveries.filter(({ loopSuspected }) => loopSuspected);
  expect([deliveries.length, held.length]).toEqual([125, 5]);
  for (const { nextAttemptAt = '' } of held) expect(Date.parse(nextAttemptAt)).toBeGreaterThanOrEqual(start + minute);
});

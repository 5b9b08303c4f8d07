import { newId } from '@parley/service-kit/call';

import { WebhooksHarness } from '../../test/webhooks-harness.ts';
import { firingsOf } from '../event/payload.ts';
import type { DeliveryQueue } from './delivery-queue.ts';

const harness = new WebhooksHarness();
beforeAll(async () => {
  await harness.start();
  await harness.service.context.worker.stop();
});
// Ignores the queues of earlier tests.
beforeEach(() => harness.service.db.query('update lane set due_at = null'));
afterAll(() => harness.stop());

const claim = (at = harness.now(), queue?: DeliveryQueue) => harness.service.context.queues.claim(100, at, queue);
const isDue = async (at = harness.now()) => ((await harness.service.context.queues.dueInMs(at)) ?? 1) <= 0;
const record = (projectId: string, partitionkey = newId()) => {
  const event = harness.emitted(projectId, {}, { partitionkey });
  return harness.service.context.deliveries.record(event, firingsOf(event), false, harness.now());
};

const range = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z', states: ['failed'] } as const;
it.each([
  ['recorded', (projectId: string) => record(projectId)],
  [
    'replayed alone',
    (projectId: string, id: string, delivery: string) =>
      harness.service.context.deliveries.replay(projectId, id, delivery, harness.now()),
  ],
  [
    'replayed with others',
    (projectId: string, id: string) =>
      harness.service.context.deliveries.replayAll(projectId, id, range, harness.now()),
  ],
] as [string, (projectId: string, id: string, delivery: string) => Promise<unknown>][])(
  'polls again as soon as a delivery was %s during a poll',
  async (_how, add) => {
    const { people, id } = await harness.subscribed('event.emit');
    const { projectId } = people;
    await record(projectId);
    const [claimed] = (await claim()) ?? [];
    expect(await isDue()).toBe(false);

    const over = "update delivery set state = 'failed', due_at = null, holder = null where id_subscription = $1";
    await harness.service.db.query(over, [id]);
    await harness.service.db.query("update lane set due_at = now() - interval '1 s' where id_subscription = $1", [id]);
    await harness.service.db.transaction(async () => {
      await add(projectId, id, claimed?.delivery.id ?? '');
      expect(await harness.service.db.outside(() => claim())).toBeUndefined();
    });
    expect(await isDue()).toBe(true);
    expect(await claim()).toHaveLength(1);
  },
);

it('waits for a call to finish when only the next delivery of its record is left', async () => {
  const { people, id } = await harness.subscribed('event.emit');
  const key = newId();
  await record(people.projectId, key);
  const [claimed] = (await claim()) ?? [];
  await record(people.projectId, key);
  const at = harness.now();
  expect(await claim(at)).toEqual([]);
  // A poll is not repeated at once.
  expect(await claim(at)).toBeUndefined();

  if (!claimed) throw new Error('nothing was claimed');
  const outcome = { outcome: 'ok', durationMs: 1, retryAfter: undefined, headers: {}, body: '' } as const;
  expect(await harness.service.context.queues.finish(claimed, outcome, harness.now())).toBe(true);
  const queue = { projectId: people.projectId, subscriptionId: id };
  expect(await claim(harness.now(), queue)).toMatchObject([{ subscription: { id } }]);
});

it('does not poll an empty queue until something is recorded', async () => {
  const { people } = await harness.subscribed('event.emit');
  const due = "update lane set due_at = now() - interval '1 s' where id_project = $1";
  await harness.service.db.query(due, [people.projectId]);
  expect(await claim()).toEqual([]);
  expect(await harness.service.db.query('select due_at from lane where id_project = $1', [people.projectId])).toEqual([
    { due_at: null },
  ]);
  await record(people.projectId);
  expect(await isDue()).toBe(true);
});

it('reclaims a delivery from a dead worker within a minute, although all others are due much later', async () => {
  const { people, id } = await harness.subscribed('event.emit');
  await record(people.projectId);
  await harness.service.db.query("update delivery set due_at = now() + interval '1 h' where id_subscription = $1", [
    id,
  ]);
  await record(people.projectId);
  expect(await claim()).toHaveLength(1);

  const inAMinute = new Date(harness.now().getTime() + 60_000);
  expect(await isDue(inAMinute)).toBe(true);
});

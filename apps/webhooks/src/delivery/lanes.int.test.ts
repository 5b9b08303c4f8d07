import { newId } from '@parley/service-kit/call';

import { Desk } from '../../test/webhooks.ts';
import { firingsOf } from '../event/payload.ts';
import type { Lane } from './lane.ts';

const desk = new Desk();
beforeAll(async () => {
  await desk.start();
  await desk.service.context.worker.stop();
});
// Lanes of the tests before are nobody's business.
beforeEach(() => desk.service.db.query('update lane set due_at = null'));
afterAll(() => desk.stop());

const claim = (at = desk.now(), lane?: Lane) => desk.service.context.lanes.claim(100, at, lane);
const isDue = async (at = desk.now()) => ((await desk.service.context.lanes.dueInMs(at)) ?? 1) <= 0;
const record = (projectId: string, partitionkey = newId()) => {
  const event = desk.emitted(projectId, {}, { partitionkey });
  return desk.service.context.deliveries.record(event, firingsOf(event), false, desk.now());
};

const range = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z', states: ['failed'] } as const;
it.each([
  ['recorded', (projectId: string) => record(projectId)],
  [
    'replayed alone',
    (projectId: string, id: string, delivery: string) =>
      desk.service.context.deliveries.replay(projectId, id, delivery, desk.now()),
  ],
  [
    'replayed with others',
    (projectId: string, id: string) => desk.service.context.deliveries.replayAll(projectId, id, range, desk.now()),
  ],
] as [string, (projectId: string, id: string, delivery: string) => Promise<unknown>][])(
  'looks again as soon as a delivery is there that was %s during a look',
  async (_how, add) => {
    const { people, id } = await desk.subscribed('event.emit');
    const { projectId } = people;
    await record(projectId);
    const [taken] = (await claim()) ?? [];
    expect(await isDue()).toBe(false);

    const over = "update delivery set state = 'failed', due_at = null, holder = null where id_subscription = $1";
    await desk.service.db.query(over, [id]);
    await desk.service.db.query("update lane set due_at = now() - interval '1 s' where id_subscription = $1", [id]);
    await desk.service.db.transaction(async () => {
      await add(projectId, id, taken?.delivery.id ?? '');
      expect(await desk.service.db.outside(() => claim())).toBeUndefined();
    });
    expect(await isDue()).toBe(true);
    expect(await claim()).toHaveLength(1);
  },
);

it('waits for the end of a call when the next one of its record is all there is', async () => {
  const { people, id } = await desk.subscribed('event.emit');
  const key = newId();
  await record(people.projectId, key);
  const [taken] = (await claim()) ?? [];
  await record(people.projectId, key);
  const at = desk.now();
  expect(await claim(at)).toEqual([]);
  // No look follows the other.
  expect(await claim(at)).toBeUndefined();

  if (!taken) throw new Error('nothing was taken');
  const outcome = { outcome: 'ok', durationMs: 1, retryAfter: undefined, headers: {}, body: '' } as const;
  expect(await desk.service.context.lanes.end(taken, outcome, desk.now())).toBe(true);
  const lane = { projectId: people.projectId, subscriptionId: id };
  expect(await claim(desk.now(), lane)).toMatchObject([{ subscription: { id } }]);
});

it('looks no more at a lane where there is nothing, until something is recorded', async () => {
  const { people } = await desk.subscribed('event.emit');
  const due = "update lane set due_at = now() - interval '1 s' where id_project = $1";
  await desk.service.db.query(due, [people.projectId]);
  expect(await claim()).toEqual([]);
  expect(await desk.service.db.query('select due_at from lane where id_project = $1', [people.projectId])).toEqual([
    { due_at: null },
  ]);
  await record(people.projectId);
  expect(await isDue()).toBe(true);
});

it('finds within a minute what somebody took who died, though all others are due much later', async () => {
  const { people, id } = await desk.subscribed('event.emit');
  await record(people.projectId);
  await desk.service.db.query("update delivery set due_at = now() + interval '1 h' where id_subscription = $1", [id]);
  await record(people.projectId);
  expect(await claim()).toHaveLength(1);

  const inAMinute = new Date(desk.now().getTime() + 60_000);
  expect(await isDue(inAMinute)).toBe(true);
});

import { requestClosed, requestCreated } from '@parley/contracts';
import { amountOf, eventually } from '@parley/testkit';

import { OverloadHarness, refused, seatsEach, times } from './overload-harness.ts';
import { seen } from './seen.ts';
import { newRequestId } from './test-project.ts';
import { delayWrites, watchLoad } from './watch.ts';

const overload = new OverloadHarness();
const { harness } = overload;

beforeAll(async () => {
  await overload.start();
  await watchLoad(harness.first.db, seatsEach);
  await delayWrites(harness.first.db, ['request', 'request_head', 'seat'], 4);
});
afterAll(() => harness.stop());

const queues = times(amountOf({ quick: 1, soak: 10 }));
it.each(queues)(
  'lifts no agent above their limit and keeps the order, however slow the writes are (round %i)',
  async () => {
    const { project, agents } = await overload.project(3, 36);
    expect(await overload.seats(project)).toEqual(Object.fromEntries(agents.map(({ id }) => [id, seatsEach])));
    await overload.closeAll(project, 12);
  },
);

const races = times(amountOf({ quick: 1, soak: 6 }));
it.each(races)('makes one request of 200 first messages at once, however slow the writes are (round %i)', async () => {
  const { project } = await overload.project(1, 0);
  const { vera, ada } = project.personas;
  const request_id = newRequestId(project.projectId);

  const answers = await Promise.all(
    times(200).map((index) =>
      overload
        .nth(index)
        .as(vera)
        .sendMessage({ request_id, text: `${index}` }),
    ),
  );

  expect(refused(answers)).toEqual([]);
  const { body } = await harness.first.as(ada).listMessages({ request_id, limit: '200' });
  expect(body.map(({ seq }) => seq)).toEqual(times(200).map((index) => index + 1));
  expect(new Set(body.map(({ text }) => text)).size).toBe(200);
  const created = await harness.first.outbox(requestCreated, project.projectId);
  expect(created).toHaveLength(1);
  expect(Object.values(await overload.seats(project))).toEqual([1]);
});

it('closes once when fifty close at once, and gives the seat away once', async () => {
  const { project, agents } = await overload.project(1, seatsEach + 2);
  const { ada } = project.personas;
  const [oldest] = await overload.rows(project);
  const request_id = oldest?.requestId ?? '';

  const answers = await Promise.all(times(50).map((index) => overload.nth(index).as(ada).closeRequest({ request_id })));
  await harness.queueIdle();

  expect(refused(answers)).toEqual([]);
  expect(new Set(answers.map(({ body }) => body.closed_at)).size).toBe(1);
  const closed = await harness.first.outbox(requestClosed, project.projectId);
  expect(closed).toHaveLength(1);
  expect((await seen(harness.first, project, request_id)).status).toBe(1000);
  expect(await overload.seats(project)).toEqual({ [agents[0]?.id ?? '']: seatsEach });
  expect((await overload.rows(project)).map(({ status }) => status)).toEqual([1000, 200, 200, 200, 200, 100]);
});

it('lets a locked request delay no other for long', async () => {
  const { project } = await overload.project(1, seatsEach + 2);
  const { ada } = project.personas;
  const all = await overload.rows(project);
  const [busy, next] = all.slice(seatsEach).map(({ requestId }) => requestId);
  const statusOf = async (request_id = '') => (await seen(harness.first, project, request_id)).status;

  await harness.first.db.transaction(async () => {
    await harness.first.db.query(
      `select from request_head h where h.id_project = $1
        and h.id = (select r.id from request r where r.id_project = $1 and r.request_id = $2) for update`,
      [project.projectId, busy],
    );
    await harness.first.db.outside(async () => {
      await overload
        .nth(1)
        .as(ada)
        .closeRequest({ request_id: all[0]?.requestId ?? '' });
      await eventually(async () => expect(await statusOf(next)).toBe(200));
      expect(await statusOf(busy)).toBe(100);
    });
  });

  await overload
    .nth(2)
    .as(ada)
    .closeRequest({ request_id: all[1]?.requestId ?? '' });
  await harness.queueIdle();
  expect(await statusOf(busy)).toBe(200);
});

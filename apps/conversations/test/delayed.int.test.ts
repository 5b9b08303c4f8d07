import { requestClosed, requestCreated } from '@parley/contracts';
import { eventually } from '@parley/testkit';

import { Crowd, refused, seatsEach, times } from './crowd.ts';
import { newRequestId } from './office.ts';
import { seen } from './seen.ts';
import { delayWrites, watchLoad } from './watch.ts';

const crowd = new Crowd();
const { desk } = crowd;

beforeAll(async () => {
  await crowd.start();
  await watchLoad(desk.first.db, seatsEach);
  await delayWrites(desk.first.db, ['request', 'request_head', 'seat'], 4);
});
afterAll(() => desk.stop());

it.each(times(4))(
  'lifts nobody above his limit and keeps the order, however slow the writes are (round %i)',
  async () => {
    const { office, agents } = await crowd.office(3, 36);
    expect(await crowd.seats(office)).toEqual(Object.fromEntries(agents.map(({ id }) => [id, seatsEach])));
    await crowd.closeAll(office, 12);
  },
);

it.each(times(2))(
  'makes one request of 200 first messages at once, however slow the writes are (round %i)',
  async () => {
    const { office } = await crowd.office(1, 0);
    const { vera, ada } = office.personas;
    const request_id = newRequestId(office.projectId);

    const answers = await Promise.all(
      times(200).map((index) =>
        crowd
          .nth(index)
          .as(vera)
          .sendMessage({ request_id, text: `${index}` }),
      ),
    );

    expect(refused(answers)).toEqual([]);
    const { body } = await desk.first.as(ada).listMessages({ request_id, limit: '200' });
    expect(body.map(({ seq }) => seq)).toEqual(times(200).map((index) => index + 1));
    expect(new Set(body.map(({ text }) => text)).size).toBe(200);
    const created = await desk.first.outbox(requestCreated);
    expect(created.filter(({ idproject }) => idproject === office.projectId)).toHaveLength(1);
    expect(Object.values(await crowd.seats(office))).toEqual([1]);
  },
);

it('closes once when fifty close at once, and gives the seat away once', async () => {
  const { office, agents } = await crowd.office(1, seatsEach + 2);
  const { ada } = office.personas;
  const [oldest] = await crowd.rows(office);
  const request_id = oldest?.requestId ?? '';

  const answers = await Promise.all(times(50).map((index) => crowd.nth(index).as(ada).closeRequest({ request_id })));
  await desk.quiet();

  expect(refused(answers)).toEqual([]);
  expect(new Set(answers.map(({ body }) => body.closed_at)).size).toBe(1);
  const closed = (await desk.first.outbox(requestClosed)).filter(({ idproject }) => idproject === office.projectId);
  expect(closed).toHaveLength(1);
  expect((await seen(desk.first, office, request_id)).status).toBe(1000);
  expect(await crowd.seats(office)).toEqual({ [agents[0]?.id ?? '']: seatsEach });
  expect((await crowd.rows(office)).map(({ status }) => status)).toEqual([1000, 200, 200, 200, 200, 100]);
});

it('lets a request that somebody keeps busy stop no other for long', async () => {
  const { office } = await crowd.office(1, seatsEach + 2);
  const { ada } = office.personas;
  const all = await crowd.rows(office);
  const [busy, next] = all.slice(seatsEach).map(({ requestId }) => requestId);
  const statusOf = async (request_id = '') => (await seen(desk.first, office, request_id)).status;

  await desk.first.db.transaction(async () => {
    await desk.first.db.query(
      `select from request_head h where h.id_project = $1
        and h.id = (select r.id from request r where r.id_project = $1 and r.request_id = $2) for update`,
      [office.projectId, busy],
    );
    await desk.first.db.outside(async () => {
      await crowd
        .nth(1)
        .as(ada)
        .closeRequest({ request_id: all[0]?.requestId ?? '' });
      await eventually(async () => expect(await statusOf(next)).toBe(200));
      expect(await statusOf(busy)).toBe(100);
    });
  });

  await crowd
    .nth(2)
    .as(ada)
    .closeRequest({ request_id: all[1]?.requestId ?? '' });
  await desk.quiet();
  expect(await statusOf(busy)).toBe(200);
});

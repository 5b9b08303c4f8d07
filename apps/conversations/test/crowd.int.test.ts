import { Crowd, seatsEach } from './crowd.ts';
import { watchLoad } from './watch.ts';

const crowd = new Crowd();

beforeAll(async () => {
  await crowd.start();
  await watchLoad(crowd.desk.first.db, seatsEach);
});
afterAll(() => crowd.desk.stop());

it('serves 40 of 500 requests at once with ten agents for four each, and the others in their order', async () => {
  const { office, agents } = await crowd.office(10, 500);

  const all = await crowd.rows(office);
  expect(all.filter(({ status }) => status === 200)).toHaveLength(40);
  expect(all.filter(({ status }) => status === 100)).toHaveLength(460);
  expect(new Set(all.map(({ ticketId }) => ticketId)).size).toBe(500);
  expect(await crowd.seats(office)).toEqual(Object.fromEntries(agents.map(({ id }) => [id, seatsEach])));

  await crowd.closeAll(office, 40);
}, 120_000);

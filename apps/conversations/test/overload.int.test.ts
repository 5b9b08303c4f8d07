import { OverloadHarness, seatsEach } from './overload-harness.ts';
import { watchLoad } from './watch.ts';

const overload = new OverloadHarness();

beforeAll(async () => {
  await overload.start();
  await watchLoad(overload.harness.first.db, seatsEach);
});
afterAll(() => overload.harness.stop());

it('serves 40 of 500 requests at once with ten agents for four each, and the others in their order', async () => {
  const { project, agents } = await overload.project(10, 500);

  const all = await overload.rows(project);
  expect(all.filter(({ status }) => status === 200)).toHaveLength(40);
  expect(all.filter(({ status }) => status === 100)).toHaveLength(460);
  expect(new Set(all.map(({ ticketId }) => ticketId)).size).toBe(500);
  expect(await overload.seats(project)).toEqual(Object.fromEntries(agents.map(({ id }) => [id, seatsEach])));

  await overload.closeAll(project, 40);
}, 120_000);

import { eventually, timeoutOf } from '@parley/testkit';

import { age } from '../../test/age.ts';
import { breachesOf, copyRequest } from '../../test/due-clocks.ts';
import { ConversationsHarness, type ConversationsService } from '../../test/harness.ts';

const harness = new ConversationsHarness();
let service: ConversationsService;

beforeAll(async () => {
  service = await harness.start();
  await harness.start();
});
afterAll(() => harness.stop());

const targets = { default: { first_response: 3_600_000 } };
const copies = 10_000;

it('breaches ten thousand clocks of one project within a minute, each once, and one of another project within two seconds', async () => {
  const [big, small] = [await harness.project(), await harness.project()];
  for (const project of [big, small]) {
    await service.as(project.personas.ada).createSlaPolicy({}, { body: { name: 'All', targets } });
    await harness.conversation(project);
  }
  await service.db.transaction(async () => {
    await age(service, big, 3_600);
    await copyRequest(service.db, big.projectId, copies);
  });
  // In a second, when most of the others are still to be done.
  const [{ seconds } = { seconds: 0 }] = await service.db.query<{ seconds: number }>(
    'select extract(epoch from due_at - clock_timestamp())::float8 as seconds from request_head where id_project = $1',
    [small.projectId],
  );
  await age(service, small, seconds - 1);
  await eventually(async () => expect(await breachesOf(service.db, big.projectId)).toHaveLength(copies + 1), {
    timeoutMs: 60_000,
    everyMs: 500,
  });
  const breaches = await breachesOf(service.db, big.projectId);
  expect(new Set(breaches.map(({ request }) => request)).size).toBe(copies + 1);
  const [other, ...more] = await breachesOf(service.db, small.projectId);
  expect(more).toEqual([]);
  expect(breaches.filter(({ seq }) => seq < (other?.seq ?? 0)).length).toBeLessThan(copies / 2);
  expect(other?.late).toBeLessThanOrEqual(timeoutOf(2_000));
}, 180_000);

import { eventually } from '@parley/testkit';

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

it('breaches ten thousand clocks of one project, each once, and one of another project before half of them', async () => {
  const [big, small] = [await harness.project(), await harness.project()];
  for (const project of [big, small]) {
    await service.as(project.personas.ada).createSlaPolicy({}, { body: { name: 'All', targets } });
    await harness.conversation(project);
  }
  await service.db.transaction(async () => {
    await age(service, big, 3_600);
    await copyRequest(service.db, big.projectId, copies);
    await age(service, small, 3_599);
  });
  await eventually(async () => expect(await breachesOf(service.db, big.projectId)).toHaveLength(copies + 1), {
    timeoutMs: 120_000,
    everyMs: 500,
  });
  const breaches = await breachesOf(service.db, big.projectId);
  expect(new Set(breaches.map(({ request }) => request)).size).toBe(copies + 1);
  const others = await breachesOf(service.db, small.projectId);
  expect(others).toHaveLength(1);
  const late = breaches.map((one) => one.late).sort((one, other) => one - other);
  expect(others[0]?.late).toBeLessThan(late[copies / 2] ?? 0);
}, 180_000);

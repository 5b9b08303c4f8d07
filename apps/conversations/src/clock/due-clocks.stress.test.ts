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
const copies = 9_999;

it('breaches ten thousand clocks of one project within a minute, each once, and one of another project within two seconds', async () => {
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
  expect(Math.max(...breaches.map(({ late }) => late))).toBeLessThanOrEqual(60_000);
  const others = await breachesOf(service.db, small.projectId);
  expect(others).toHaveLength(1);
  expect(others[0]?.late).toBeLessThanOrEqual(2_000);
}, 180_000);

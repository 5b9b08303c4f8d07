import { amountOf } from '@parley/testkit';

import { AutomatedProjects } from './automated-projects.ts';
import { OverloadHarness, seatsEach } from './overload-harness.ts';
import type { TestProject } from './test-project.ts';
import { watchLoad } from './watch.ts';

const overload = new OverloadHarness();

beforeAll(async () => {
  await overload.start();
  await watchLoad(overload.harness.first.db, seatsEach);
});
afterAll(() => overload.harness.stop());

const requests = amountOf({ quick: 150, soak: 500 });

async function serveAll(): Promise<TestProject> {
  const { project, agents } = await overload.project(10, requests);

  const all = await overload.rows(project);
  expect(all.filter(({ status }) => status === 200)).toHaveLength(40);
  expect(all.filter(({ status }) => status === 100)).toHaveLength(requests - 40);
  expect(new Set(all.map(({ ticketId }) => ticketId)).size).toBe(requests);
  expect(await overload.seats(project)).toEqual(Object.fromEntries(agents.map(({ id }) => [id, seatsEach])));

  await overload.closeAll(project, 40);
  return project;
}

const title = `serves 40 of ${requests} requests at once with ten agents for four each, and the others in their order`;

const timeoutMs = 120_000;

it(title, async () => void (await serveAll()), timeoutMs);

describe('with policies, rules, surveys and holidays', () => {
  const automated = new AutomatedProjects();
  beforeAll(() => automated.begin());
  afterAll(() => automated.end());

  it(
    title,
    async () => {
      const { projectId } = await serveAll();
      const { db } = overload.harness.first;
      const levelled = await db.query('select from service_level where id_project = $1', [projectId]);
      expect(levelled).toHaveLength(requests);
    },
    timeoutMs,
  );
});

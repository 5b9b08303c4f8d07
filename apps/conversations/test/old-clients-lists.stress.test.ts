import { AutomatedTables } from './automated-tables.ts';

const automated = new AutomatedTables();
beforeAll(() => automated.begin());
afterAll(() => automated.end());

// What old clients do: their tests as they are.
await import('../src/access/visibility.int.test.ts');
await import('../src/request-list/request-list.int.test.ts');
await import('../src/request-list/read-requests.int.test.ts');
await import('../src/request-list/query-plans.stress.test.ts');
await import('../src/search/search.int.test.ts');
await import('../src/search/search-cost.int.test.ts');
await import('../src/search/moving.int.test.ts');

it('ran with policies, rules, surveys and holidays in every project, and a service level on every open request', async () => {
  const { projects, requests, without } = await automated.count();
  expect({ projects, requests, without }).toEqual({ projects, requests, without: 0 });
  expect(projects).toBeGreaterThan(50);
  expect(requests).toBeGreaterThan(3_000);
});

import { AutomatedProjects } from './automated-projects.ts';

const automated = new AutomatedProjects();
beforeAll(() => automated.begin());
afterAll(() => automated.end());

// What old clients do: their tests as they are.
await import('../src/request/create-request.int.test.ts');
await import('../src/request/lifecycle.int.test.ts');
await import('../src/request/update-request.int.test.ts');
await import('../src/request/times.int.test.ts');
await import('../src/request/large-events.int.test.ts');
await import('../src/request-state/history.int.test.ts');
await import('../src/participant/participants.int.test.ts');
await import('../src/participant/claim-request.int.test.ts');
await import('../src/routing/route-request.int.test.ts');
await import('../src/routing/routing.int.test.ts');
await import('../src/location/location.int.test.ts');
await import('../src/tag/tags.int.test.ts');
await import('../src/transcript/transcript.int.test.ts');
await import('../src/request-list/export-requests.int.test.ts');

it('ran with policies, rules, surveys and holidays in every project', () => {
  expect(automated.count).toBeGreaterThan(50);
});

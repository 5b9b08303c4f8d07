import { AutomatedProjects } from './automation.ts';

const automated = new AutomatedProjects();
beforeAll(() => automated.begin());
afterAll(() => automated.end());

// What old clients do: their tests as they are.
await import('./conversation.flow.test.ts');
await import('./routing.flow.test.ts');
await import('./external-bot.flow.test.ts');
await import('./realtime.flow.test.ts');
await import('./project-access.flow.test.ts');
await import('./activities.flow.test.ts');
await import('./webhooks.flow.test.ts');
await import('./order.flow.test.ts');

it('ran with policies, rules, surveys and holidays in every project', () => {
  expect(automated.ids.length).toBeGreaterThan(20);
});

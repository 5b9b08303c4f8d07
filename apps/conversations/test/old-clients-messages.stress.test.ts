import { AutomatedProjects } from './automated-projects.ts';

const automated = new AutomatedProjects();
beforeAll(() => automated.begin());
afterAll(() => automated.end());

// What old clients do: their tests as they are.
await import('../src/message/send-message.int.test.ts');
await import('../src/message/send-messages.int.test.ts');
await import('../src/message/message-list.int.test.ts');
await import('../src/message/who-may-send.int.test.ts');
await import('../src/message/send-race.int.test.ts');
await import('../src/message/open-conversation.int.test.ts');
await import('../src/message/service-lines.int.test.ts');
await import('../src/message/hidden-words.int.test.ts');
await import('../src/message/internal-calls.int.test.ts');
await import('../src/delivery-status/acknowledge-messages.int.test.ts');
await import('../src/engine/engine.int.test.ts');
await import('../src/label/labels.int.test.ts');
await import('../src/feed/feed.int.test.ts');
await import('../src/feed/watch-feed.int.test.ts');
await import('../src/feed/stream-changes.int.test.ts');

it('ran with policies, rules, surveys and holidays in every project', () => {
  expect(automated.count).toBeGreaterThan(50);
});

import { newId } from '@parley/service-kit/call';

import { ConversationsHarness, type ConversationsService, sharedConversations } from './harness.ts';
import type { TestProject } from './test-project.ts';

let service: ConversationsService;
const automated: string[] = [];

type MakeProject = ConversationsHarness['project'];
const withAutomation = (make: MakeProject): MakeProject =>
  async function (this: ConversationsHarness, setUp) {
    const project = await make.call(this, setUp);
    await automate(this.first, project);
    return project;
  };

const { project: plain } = ConversationsHarness.prototype;
beforeAll(async () => {
  const shared = await sharedConversations();
  service = shared.first;
  // The shared one may have been made by another file.
  shared.project = withAutomation(plain);
  ConversationsHarness.prototype.project = withAutomation(plain);
});
afterAll(async () => {
  Reflect.deleteProperty(await sharedConversations(), 'project');
});

const targets = { default: { first_response: 3_600_000, next_response: 3_600_000, resolution: 86_400_000 } };

/** A policy for every request, rules that run on everything, a survey after every closing, and a holiday. */
async function automate(first: ConversationsService, { projectId, personas: { ada } }: TestProject): Promise<void> {
  const as = first.as(ada);
  const every = ['request.created', 'request.updated', 'request.assigned', 'request.closed', 'message.created'];
  const actions = [{ type: 'remove_tags', tags: ['never set'] }];
  const never = [{ field: 'subject', operator: '=', value: 'never set' }];
  const rules = [
    { name: 'Changes nothing', enabled: true, on: every, actions },
    { name: 'Never matches', enabled: true, on: every, filters: never, actions: [{ type: 'close' }] },
    { name: 'Waits', enabled: true, on: ['timer'], timer: { since: 'created', ms: 86_400_000 }, actions },
  ];
  const made = [
    await as.createSlaPolicy({}, { body: { name: 'All', targets } }),
    ...(await Promise.all(rules.map((body) => as.createRule({}, { body: body as never })))),
    await as.createSurvey({}, { body: { name: 'After all', enabled: true, delay: 86_400_000 } }),
  ];
  expect(made.map(({ status }) => status)).toEqual(made.map(() => 200));
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  await first.context.readModels.keepHoliday({
    ...{ projectId, id: newId(), version: 0, deleted: false },
    record: { name: 'Holiday', from: day, to: day, yearly: false, spans: [], applies: [] },
  });
  automated.push(projectId);
}

// What old clients do: their tests as they are.
await import('../src/message/send-message.int.test.ts');
await import('../src/message/send-messages.int.test.ts');
await import('../src/message/message-list.int.test.ts');
await import('../src/message/who-may-send.int.test.ts');
await import('../src/request/create-request.int.test.ts');
await import('../src/request/lifecycle.int.test.ts');
await import('../src/request/update-request.int.test.ts');
await import('../src/participant/participants.int.test.ts');
await import('../src/participant/claim-request.int.test.ts');
await import('../src/routing/route-request.int.test.ts');
await import('../src/feed/feed.int.test.ts');

it('ran with policies, rules, surveys and holidays in every project', async () => {
  expect(automated.length).toBeGreaterThan(50);
  const levels = await service.db.query<{ count: number }>(
    'select count(distinct id_project)::int as count from service_level where id_project = any($1)',
    [automated],
  );
  expect(levels[0]?.count).toBeGreaterThan(25);
});

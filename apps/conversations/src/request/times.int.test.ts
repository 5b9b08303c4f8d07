import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { seen } from '../../test/seen.ts';
import { newRequestId } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
let other: ConversationsService;
beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
  other = await harness.second();
});

it('the wait ends once, with the first human who answers, and no routing or reopening brings it back', async () => {
  const project = await harness.project((one) => {
    one.addMember({ actor: one.personas.linus });
    one.addMember({ actor: one.personas.alan });
  });
  const { ada, linus, alan, grace } = project.personas;
  const bot = await harness.addBot(project);
  const request_id = newRequestId(project.projectId);
  const say = (by: typeof ada, text: string) => service.as(by).sendMessage({ request_id, text });
  // The owner asks: what she adds to it is no answer.
  await say(ada, 'My screen is dark');
  await say(ada, 'Anybody there?');
  expect(await seen(service, project, request_id)).not.toHaveProperty('first_response_at');
  await service.as(grace).sendMessage({ request_id, text: 'I am a bot', sender: `bot_${bot}` });
  const asked = await seen(service, project, request_id);
  expect(asked).toMatchObject({ first_response_at: expect.any(String) });
  expect(asked).not.toHaveProperty('waiting_time');

  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? service : other).as(index % 3 ? linus : alan).sendMessage({ request_id, text: `answer ${index}` }),
    ),
  );

  const { body: messages } = await service.as(ada).listMessages({ request_id });
  const first = messages.find(({ text }) => text.startsWith('answer'));
  const waited = Date.parse(first?.createdAt ?? '') - Date.parse(messages[0]?.createdAt ?? '');
  const { waiting_time, first_response_at } = await seen(service, project, request_id);
  expect([waiting_time, first_response_at]).toEqual([waited, asked.first_response_at]);
  await service.as(grace).routeRequest({ request_id, nobot: true });
  await service.as(grace).closeRequest({ request_id });
  await service.as(grace).reopenRequest({ request_id });
  await say(grace, 'Still there?');
  expect(await seen(service, project, request_id)).toMatchObject({ waiting_time, first_response_at });
});

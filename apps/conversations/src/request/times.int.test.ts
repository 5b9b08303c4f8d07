import { type ConversationsService, Desk } from '../../test/desk.ts';
import { newRequestId } from '../../test/office.ts';
import { seen } from '../../test/seen.ts';

const desk = new Desk();
let service: ConversationsService;
let other: ConversationsService;
beforeAll(async () => {
  service = await desk.start();
  other = await desk.start();
});
afterAll(() => desk.stop());

it('the wait ends once, with the first human who answers, and no routing or reopening brings it back', async () => {
  const office = await desk.office((one) => {
    one.hire({ actor: one.personas.linus });
    one.hire({ actor: one.personas.alan });
  });
  const { ada, linus, alan, grace } = office.personas;
  const bot = await desk.bot(office);
  const request_id = newRequestId(office.projectId);
  const say = (by: typeof ada, text: string) => service.as(by).sendMessage({ request_id, text });
  // The owner asks: what she adds to it is no answer.
  await say(ada, 'My screen is dark');
  await say(ada, 'Anybody there?');
  expect(await seen(service, office, request_id)).not.toHaveProperty('first_response_at');
  await service.as(grace).sendMessage({ request_id, text: 'I am a bot', sender: `bot_${bot}` });
  const asked = await seen(service, office, request_id);
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
  const { waiting_time, first_response_at } = await seen(service, office, request_id);
  expect([waiting_time, first_response_at]).toEqual([waited, asked.first_response_at]);
  await service.as(grace).routeRequest({ request_id, nobot: true });
  await service.as(grace).closeRequest({ request_id });
  await service.as(grace).reopenRequest({ request_id });
  await say(grace, 'Still there?');
  expect(await seen(service, office, request_id)).toMatchObject({ waiting_time, first_response_at });
});

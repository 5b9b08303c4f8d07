import { type SharedBots, sharedBots, type TestConversation } from '../../test/bots-harness.ts';
import { ownNames } from '../engine/parameters.ts';

let harness: SharedBots;
beforeAll(async () => {
  harness = await sharedBots();
});

const globals = [{ key: 'crm', value: 'top-secret-key' }];
const bot = { attributes: { globals } };
const intents = [{ intent_display_name: 'x', question: 'x', answer: 'Key {{crm}}, name {{name}}' }];
const open = () => harness.bot(intents, bot);

const payload = (values: object) => ({ attributes: { payload: values } });
const path = (projectId: string, requestId: string) => ({ id_project: projectId, request_id: requestId });

it('are what the requester has sent along, whatever else there is', async () => {
  const { conversation, owner, people } = await open();
  const at = path(people.projectId, conversation.requestId);
  expect(await owner.getChatbotParameters(at)).toMatchObject({ status: 200, body: {} });
  const own = Object.fromEntries(ownNames.map((name) => [name, 'mine']));
  await conversation.say(
    'x',
    payload({ name: 'Ada', ...own, globals, _a: 1, 'support-group-1': 1, userToken: 'secret', 'a b': 1 }),
  );
  expect((await owner.getChatbotParameters(at)).body).toEqual({ name: 'Ada' });
  // Globals are for answers only: below admin they show nowhere else.
  expect(JSON.stringify((await harness.service.as(people.linus).getChatbotParameters(at)).body)).not.toContain('crm');
  expect(conversation.applied.at(-1)?.texts).toEqual(['Key top-secret-key, name Ada']);
});

it('that are too many or too large are dropped, and the turn goes on', async () => {
  const { conversation, owner, people } = await open();
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`p${index}`, index]));
  expect(await conversation.ask('x', payload(many))).toHaveLength(1);
  const read = async () => (await owner.getChatbotParameters(path(people.projectId, conversation.requestId))).body;
  expect(Object.keys(await read())).toHaveLength(200);
  expect(await conversation.ask('x', payload({ p7: 'x'.repeat(10_241) }))).toHaveLength(1);
  expect((await read()).p7).toBe(7);
});

it('are readable for those who may read the request, and not found for others', async () => {
  const { conversation, people } = await open();
  await conversation.say('x', payload({ name: 'Ada' }));
  const own = { ...people.vera, id: conversation.guest };
  const at = path(people.projectId, conversation.requestId);
  expect((await harness.service.as(own).getChatbotParameters(at)).body).toEqual({ name: 'Ada' });
  const stranger = await harness.service.as(people.vera).getChatbotParameters(at);
  const unknown = await harness.service.as(own).getChatbotParameters({ ...at, request_id: 'support-group-unknown' });
  for (const { status, body } of [stranger, unknown]) expect([status, body.code]).toEqual([404, 'request_not_found']);
  expect((await harness.service.as(own).setChatbotParameters({ ...at, name: 'Eve' })).status).toBe(403);
});

it('are set by the team and by bots, all or none', async () => {
  const { conversation, people } = await open();
  await conversation.say('x', payload({ name: 'Ada', age: 36 }));
  const at = path(people.projectId, conversation.requestId);
  const linus = harness.service.as(people.linus);
  const robby = harness.service.as(people.robby);
  expect((await linus.setChatbotParameters({ ...at, age: null, city: { name: 'London' } })).body).toEqual({
    ...{ name: 'Ada', city: { name: 'London' } },
  });
  const refused = await robby.setChatbotParameters({ ...at, name: 'Eve', _b: 1, big: 'x'.repeat(10_241) });
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ param: '_b' }, { param: 'big' }] } });
  expect((await robby.setChatbotParameters({ ...at, name: 'Grace' })).body).toMatchObject({ name: 'Grace' });
  expect(await conversation.ask('x')).toEqual(['Key top-secret-key, name Grace']);
});

it('survive that the request is closed, and are written by ten at once', async () => {
  const { conversation, people } = await open();
  const at = path(people.projectId, conversation.requestId);
  const linus = harness.service.as(people.linus);
  const names = Array.from({ length: 10 }, (_, index) => `p${index}`);
  await Promise.all(names.map((name) => linus.setChatbotParameters({ ...at, [name]: name })));
  closed(conversation);
  expect(Object.keys((await linus.getChatbotParameters(at)).body)).toHaveLength(10);
});

function closed(conversation: TestConversation): void {
  conversation.status = 1000;
}

import { type Actor, messageStatusChanged } from '@parley/contracts';
import { runInCall } from '@parley/service-kit/call';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { callsOf } from '../../test/internal-calls.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
let channels: ReturnType<typeof callsOf>;
let project: TestProject;
let request_id: string;
let vera: Actor;
let linus: Actor;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
  channels = callsOf(service, 'channels');
});
afterAll(() => channels.close());

/** A request that vera has opened by mail, and linus has answered: a note, then visibly. */
beforeEach(async () => {
  project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  ({ vera, linus } = project.personas);
  request_id = newRequestId(project.projectId);
  await service.as(vera).sendMessage({ request_id, text: 'one', channel: { name: 'email' } });
  await service.as(linus).sendMessage({ request_id, text: 'note', attributes: { subtype: 'private' } });
  await service.as(linus).sendMessage({ request_id, text: 'answer' });
});

async function messages(who = linus) {
  return (await service.as(who).listMessages({ request_id })).body;
}
async function answer() {
  const found = (await messages()).find(({ text }) => text === 'answer');
  return { message_id: found?._id ?? '', status: found?.status, error: found?.error };
}
async function report(dedupeKey: string, status: number, errorCode = '') {
  const { message_id } = await answer();
  return channels.conversations.reportDelivery({
    ...{ idProject: project.projectId, requestId: request_id, messageIds: [message_id], status, dedupeKey },
    ...{ errorCode, errorText: errorCode && 'The mail came back.', tellTeam: errorCode !== '' },
  });
}

it('stores what leaves by mail as sent, and all else as received', async () => {
  expect((await messages()).map(({ text, status }) => [text, status])).toEqual([
    ['one', 200],
    ['note', 200],
    ['answer', 100],
  ]);
});

it('applies the report of a mail once per key, and a failure with its reason until the message was received', async () => {
  expect(await report('a', 150)).toEqual({ changed: 1 });
  expect(await report('a', 150)).toEqual({ changed: 1 });
  expect(await report('b', 100)).toEqual({ changed: 0 });
  expect((await answer()).status).toBe(150);
  for (const key of ['c', 'c']) await report(key, -100, 'bounced');

  expect(await answer()).toMatchObject({ status: -100, error: { code: 'bounced', text: 'The mail came back.' } });
  const changes = (await service.outbox(messageStatusChanged, project.projectId)).map(({ data }) => data);
  expect(changes).toMatchObject([
    { from: 100, to: 150 },
    { from: 150, to: -100, error: { code: 'bounced' } },
  ]);
  const lines = (await messages()).filter(({ sender }) => sender === 'system');
  expect(lines).toMatchObject([
    { audience: 'team', text: 'A message was not delivered: The mail came back.', attributes: { subtype: 'info' } },
  ]);
  const shown = await messages(vera);
  expect(shown.map(({ text }) => text)).toEqual(['one', 'answer']);
  expect(shown[1]).not.toHaveProperty('error');

  await report('d', 100);
  expect(await answer()).toEqual({ message_id: expect.any(String), status: 100, error: undefined });
});

it('lists to channels the newest messages up to one, newest first, with their audience', async () => {
  const actor: Actor = { kind: 'subscription', id: 'm'.repeat(24), projectId: project.projectId, role: 'agent' };
  const place = { idProject: project.projectId, requestId: request_id };
  const list = (upto: number, limit: number) =>
    runInCall({ actor }, () => channels.conversations.listMessages({ ...place, upto, limit }));
  const read = async (upto: number, limit: number) =>
    (await list(upto, limit)).messagesJson.map((json) => JSON.parse(json)).map(({ seq, audience }) => [seq, audience]);
  expect(await read(3, 2)).toEqual([
    [3, 'all'],
    [2, 'private'],
  ]);
  expect(await read(1, 10)).toEqual([[1, 'all']]);
});

it('lets a connector report of what it carries, to its failure with a reason, and no one else', async () => {
  const { message_id } = await answer();
  const { robby } = project.personas;
  const sent = (who: Actor, body: object) => service.as(who).acknowledgeMessage({ request_id, message_id, ...body });
  for (const who of [linus, vera]) expect(await sent(who, { status: 150 })).toMatchObject({ status: 422 });
  expect((await sent(robby, { status: 150 })).body).toMatchObject({ status: 150 });
  expect((await sent(robby, { status: -100, error: { code: 'no_such_number' } })).body).toMatchObject({
    status: -100,
    error: { code: 'no_such_number' },
  });
  expect((await sent(robby, { status: 200 })).body).toMatchObject({ status: 200 });
  // Received is received.
  expect((await sent(robby, { status: -100 })).body).toMatchObject({ status: 200 });

  const [first] = await messages();
  const own = await service.as(robby).acknowledgeMessage({ request_id, message_id: first?._id, status: 300 });
  expect(own.body).toMatchObject({ text: 'one', status: 200 });
  for (const error of [{ code: 'Two words' }, { code: 'x', text: 'y'.repeat(301) }, { text: 'no code' }])
    expect(await sent(robby, { status: -100, error })).toMatchObject({ status: 422 });
});

import { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import { client } from '@parley/service-kit/grpc';
import type { Endpoint } from '@parley/testkit';
import { Webhook } from 'standardwebhooks';

import { ExternalBotsHarness, json, status } from '../../test/external-bots-harness.ts';

const harness = new ExternalBotsHarness();
beforeAll(() => harness.start());
afterEach(() => harness.tidy());
afterAll(() => harness.stop());

it('sends the message with its request, signed, and a token that reaches this request alone', async () => {
  const globals = [{ key: 'k', value: 'top-secret' }];
  const { endpoint, conversation, id, people, owner } = await harness.external(undefined, {
    attributes: { globals, a: 1 },
  });
  const { body: rotated } = await owner.rotateBotSecret({ bot: id });
  await conversation.say('hello', { attributes: { action: 'greet' } });

  const [call] = endpoint.calls;
  expect(endpoint.calls).toHaveLength(1);
  const { payload, hook, token, timestamp, ...more } = call?.body ?? {};
  expect(more).toEqual({});
  expect(payload).toMatchObject({
    ...{ text: 'hello', attributes: { action: 'greet' }, id_project: people.projectId },
    request: { request_id: conversation.requestId, lead: { _id: expect.any(String) } },
  });
  expect(payload.request).not.toHaveProperty('snapshot');
  expect(timestamp).toBe(Date.parse(payload.createdAt));
  expect(hook).toMatchObject({ _id: id, name: 'Robby', attributes: { a: 1 } });
  expect(call?.text).not.toMatch(/top-secret|whsec_/);
  expect(call?.headers).toMatchObject({
    ...{ 'content-type': 'application/json', 'webhook-id': `msg_${payload._id}` },
    'user-agent': expect.stringMatching(/^parley-bot\//),
  });
  expect(call?.headers).not.toHaveProperty('cookie');
  // During an overlap either secret proves the call.
  expect(call?.headers['webhook-signature']?.toString().split(' ')).toHaveLength(2);
  const headers = call?.headers as Record<string, string>;
  expect(new Webhook(rotated.secret).verify(call?.text ?? '', headers)).toEqual(call?.body);

  const gateway = client(BotsServiceService, {
    ...{ address: harness.service.addresses.grpc, from: 'gateway', to: 'bots', deadlineMs: 20_000 },
    actorKey: new Uint8Array(Buffer.from(harness.service.env.ACTOR_KEY ?? '', 'base64url')),
  });
  const proven = await gateway.verifyBotToken({ token, idBot: id });
  gateway.close();
  expect(proven).toMatchObject({ idBot: id, requestId: conversation.requestId, depth: 0, event: expect.any(String) });
  const left = proven.expiresAt - Date.now() / 1_000;
  expect(left).toBeGreaterThan(880);
  expect(left).toBeLessThanOrEqual(900);
});

it('posts the messages in the response once, in order', async () => {
  const { conversation, id } = await harness.external(
    json({ messages: [{ text: 'one' }, { text: 'two', attributes: { a: 1 }, language: 'it' }, { no: 'text' }] }),
  );
  let failures = 1;
  harness.onAppend = ({ dedupeKey }) => {
    if (dedupeKey.endsWith(' 1') && failures-- > 0) throw new Error('away');
  };
  await conversation.say('hello');
  await harness.over(conversation);

  expect(conversation.appended).toMatchObject([
    { text: 'one', bot: id },
    { text: 'two', attributes: { a: 1 }, language: 'it' },
  ]);
  expect(conversation.applied).toEqual([]);
}, 60_000);

it('keeps the parameters of an answer, without those that may not be', async () => {
  const { conversation, owner } = await harness.external(
    json({ parameters: { name: 'Ada', _hidden: 1, user_id: 'x', token: 'y' } }),
  );
  await conversation.say('hello');
  await harness.over(conversation);

  const { body } = await owner.getChatbotParameters({ request_id: conversation.requestId });
  expect(body).toEqual({ name: 'Ada' });
  expect(conversation.appended).toEqual([]);
});

it.each([
  ['{"success":true}', json({ success: true })],
  ['no JSON', (res) => res.end('<html>')],
  ['nothing', status(204)],
  ['a body that is too large', (res) => res.end(JSON.stringify({ text: 'x', more: 'x'.repeat(300_000) }))],
] satisfies [string, Endpoint['answering']][])('counts %s as delivered, and stays silent', async (_what, answering) => {
  const bot = await harness.external(answering);
  await bot.conversation.say('hello');
  await harness.over(bot.conversation);

  expect(bot.endpoint.calls).toHaveLength(1);
  expect([bot.conversation.appended, bot.conversation.applied]).toEqual([[], []]);
});

it('delivers the messages of a conversation one at a time', async () => {
  let open = 0;
  let most = 0;
  const bot = await harness.external((res, { body }) => {
    open += 1;
    most = Math.max(most, open);
    setImmediate(() => {
      open -= 1;
      res.end(JSON.stringify({ text: `to ${body.payload.text}` }));
    });
  });
  const events = Array.from({ length: 8 }, (_, place) => bot.conversation.message(`message ${place}`));
  await harness.deliver(events);
  await harness.over(bot.conversation);

  expect(most).toBe(1);
  expect(bot.conversation.appended.map(({ text }) => text)).toEqual(events.map((_, place) => `to message ${place}`));
});

it('delivers each message once, however often its event arrives', async () => {
  const bot = await harness.external(json({ text: 'hi' }));
  const events = Array.from({ length: 4 }, (_, place) => bot.conversation.message(`message ${place}`));
  for (const _ of [1, 2, 3]) await harness.deliver(events);
  await harness.over(bot.conversation);

  expect(bot.endpoint.calls).toHaveLength(4);
  expect(bot.conversation.appended).toHaveLength(4);
});

it('stores no secret in plain text, and no token', async () => {
  const { db } = harness.service;
  const tables = await db.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  for (const { name } of tables)
    expect(await db.query(`select 1 from "${name}" t where t::text ~ 'whsec_|eyJ[A-Za-z0-9_-]+[.]eyJ'`)).toEqual([]);
});

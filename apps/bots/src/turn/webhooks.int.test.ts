import { Endpoint, eventually, type GotCall } from '@parley/testkit';

import { BotsHarness } from '../../test/bots-harness.ts';

const harness = new BotsHarness();
let endpoint: Endpoint;
beforeAll(async () => {
  endpoint = await new Endpoint().start();
  await harness.start({ OUTBOUND_ALLOW: '127.0.0.1', BOT_TURN_TIMEOUT: '5s' });
});
afterAll(async () => {
  await harness.stop();
  endpoint?.stop();
});
beforeEach(() => {
  endpoint.calls.length = 0;
});

const intents = [
  { intent_display_name: 'dynamic', question: 'dynamic', answer: 'Static', webhook_enabled: true },
  { intent_display_name: 'bare', question: 'bare', answer: '\\webhook' },
];
const globals = [{ key: 'crm', value: 'top-secret-key' }];
const open = () => harness.bot(intents, { webhook_url: endpoint.url, webhook_enabled: true, attributes: { globals } });

it('is called with the documented payload, signed, and with a token of the request', async () => {
  endpoint.answering = (res) =>
    res.end(JSON.stringify({ text: 'Hi {{name}}', parameters: { name: 'Ada' }, attributes: { a: 1 } }));
  const { conversation, id } = await open();
  const turn = await conversation.say('dynamic', { attributes: { payload: { order: 7 } } });
  expect(turn?.says).toMatchObject([{ text: 'Hi Ada', attributes: { a: 1, intent_info: { intent_name: 'dynamic' } } }]);

  const { body, headers, text } = endpoint.calls[0] as GotCall;
  expect(body.payload).toMatchObject({
    ...{
      text: 'dynamic',
      bot: { _id: id, name: 'Robby' },
      intent: { intent_display_name: 'dynamic', answer: 'Static' },
    },
    message: { text: 'dynamic', request: { request_id: conversation.requestId } },
  });
  expect([body.variables, headers['webhook-id']]).toEqual([{ order: 7 }, `msg_${turn?.id}_1`]);
  const claims = JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString());
  expect(claims).toMatchObject({ _id: id, request_id: conversation.requestId, exp: claims.iat + 900 });
  for (const secret of ['top-secret-key', 'whsec_', endpoint.url, 'globals']) expect(text).not.toContain(secret);
});

it('is called once more with the same id after a failed connection', async () => {
  endpoint.answering = (res, _call, nth) => {
    res.statusCode = nth === 1 ? 503 : 200;
    res.end('{"text":"Second"}');
  };
  const { conversation } = await open();
  expect(await conversation.ask('dynamic')).toEqual(['Second']);
  expect(new Set(endpoint.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(endpoint.calls).toHaveLength(2);
});

it.each([
  ['an error', 500, '{"text":"no"}'],
  ['a redirect', 302, '{"text":"no"}'],
  ['no JSON', 200, 'hello'],
  ['no text', 200, '{"text":7}'],
  ['too much', 200, JSON.stringify({ text: 'x'.repeat(300_000) })],
])('that answers %s leaves the static answer, or the fallback', async (_what, status, text) => {
  endpoint.answering = (res) => {
    res.statusCode = status;
    res.end(text);
  };
  const { conversation } = await open();
  expect(await conversation.ask('dynamic')).toEqual(['Static']);
  const turn = await conversation.say('bare');
  expect(turn?.says).toMatchObject([{ attributes: { intent_info: { is_fallback: true } } }]);
  expect((await conversation.say('dynamic'))?.move).toBe('handoff');
});

it('that never answers keeps no other conversation waiting', async () => {
  endpoint.answering = () => undefined;
  const { conversation } = await open();
  const { conversation: other } = await harness.bot([
    { intent_display_name: 'fast', question: 'fast', answer: 'Here' },
  ]);
  await harness.deliver([conversation.message('dynamic')]);
  await eventually(() => expect(endpoint.calls).toHaveLength(1));
  await harness.deliver([other.message('fast')]);
  await eventually(() => expect(other.applied).toMatchObject([{ texts: ['Here'] }]));
  expect(conversation.applied).toEqual([]);
});

import { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import { client } from '@parley/service-kit';
import { eventually } from '@parley/testkit';
import { Webhook } from 'standardwebhooks';

import { Endpoint } from '../../test/endpoint.ts';
import { Stage, type Talk } from '../../test/stage.ts';

const env = { OUTBOUND_ALLOW: '127.0.0.1', BOT_CALL_PAUSE: '20ms', BOT_CALL_TIMEOUT: '500ms' };
const stage = new Stage();
const endpoints: Endpoint[] = [];
beforeAll(() => stage.start(env));
afterEach(() => {
  for (const endpoint of endpoints.splice(0)) endpoint.stop();
  stage.onAppend = () => undefined;
  stage.onApply = () => undefined;
});
afterAll(() => stage.service?.stop());

async function newEndpoint(answering?: Endpoint['answering']): Promise<Endpoint> {
  const endpoint = await new Endpoint().start();
  if (answering) endpoint.answering = answering;
  endpoints.push(endpoint);
  return endpoint;
}

async function newBot(answering?: Endpoint['answering'], more: Record<string, unknown> = {}) {
  const endpoint = await newEndpoint(answering);
  const bot = await stage.bot([], { type: 'external', url: endpoint.url, ...more });
  return { endpoint, ...bot };
}

const json =
  (value: unknown): Endpoint['answering'] =>
  (res) =>
    res.end(JSON.stringify(value));
const status =
  (code: number, headers: Record<string, string> = {}): Endpoint['answering'] =>
  (res) =>
    res.writeHead(code, headers).end();

/** Until the attempts of a conversation are over. */
const over = ({ id }: Talk) =>
  eventually(async () => {
    await stage.service.settled();
    expect(await stage.service.db.query('select id from turn where request = $1', [id])).toEqual([]);
  });

const callsOf = async ({ owner, id }: Awaited<ReturnType<typeof newBot>>) =>
  (await owner.listBotCalls({ bot: id })).body.calls;

it('sends the message with its request, signed, and a token that reaches this request alone', async () => {
  const globals = [{ key: 'k', value: 'top-secret' }];
  const { endpoint, talk, id, people, owner } = await newBot(undefined, { attributes: { globals, a: 1 } });
  const { body: rotated } = await owner.rotateBotSecret({ bot: id });
  await talk.say('hello', { attributes: { action: 'greet' } });

  const [call] = endpoint.calls;
  expect(endpoint.calls).toHaveLength(1);
  const { payload, hook, token, timestamp, ...more } = call?.body ?? {};
  expect(more).toEqual({});
  expect(payload).toMatchObject({
    ...{ text: 'hello', attributes: { action: 'greet' }, id_project: people.projectId },
    request: { request_id: talk.requestId, lead: { _id: expect.any(String) } },
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
    ...{ address: stage.service.addresses.grpc, from: 'gateway', to: 'bots', deadlineMs: 20_000 },
    actorKey: new Uint8Array(Buffer.from(stage.service.env.ACTOR_KEY ?? '', 'base64url')),
  });
  const proven = await gateway.verifyBotToken({ token, idBot: id });
  gateway.close();
  expect(proven).toMatchObject({ idBot: id, requestId: talk.requestId, depth: 0, event: expect.any(String) });
  const left = proven.expiresAt - Date.now() / 1_000;
  expect(left).toBeGreaterThan(880);
  expect(left).toBeLessThanOrEqual(900);
});

it('says what is answered in the body, once, in its order', async () => {
  const { talk, id } = await newBot(
    json({ messages: [{ text: 'one' }, { text: 'two', attributes: { a: 1 }, language: 'it' }, { no: 'text' }] }),
  );
  let failures = 1;
  stage.onAppend = ({ dedupeKey }) => {
    if (dedupeKey.endsWith(' 1') && failures-- > 0) throw new Error('away');
  };
  await talk.say('hello');
  await over(talk);

  expect(talk.appended).toMatchObject([
    { text: 'one', bot: id },
    { text: 'two', attributes: { a: 1 }, language: 'it' },
  ]);
  expect(talk.applied).toEqual([]);
}, 60_000);

it('keeps the parameters of an answer, without those that may not be', async () => {
  const { talk, owner } = await newBot(json({ parameters: { name: 'Ada', _hidden: 1, user_id: 'x', token: 'y' } }));
  await talk.say('hello');
  await over(talk);

  const { body } = await owner.getChatbotParameters({ request_id: talk.requestId });
  expect(body).toEqual({ name: 'Ada' });
  expect(talk.appended).toEqual([]);
});

it.each([
  ['{"success":true}', json({ success: true })],
  ['no JSON', (res) => res.end('<html>')],
  ['nothing', status(204)],
  ['a body that is too large', (res) => res.end(JSON.stringify({ text: 'x', more: 'x'.repeat(300_000) }))],
] satisfies [string, Endpoint['answering']][])('takes %s for delivered, and says nothing', async (_what, answering) => {
  const bot = await newBot(answering);
  await bot.talk.say('hello');
  await over(bot.talk);

  expect(bot.endpoint.calls).toHaveLength(1);
  expect([bot.talk.appended, bot.talk.applied]).toEqual([[], []]);
});

it.each([
  ['is down', (res) => res.destroy()],
  ['answers 503', status(503)],
  ['answers 429', status(429, { 'retry-after': '0' })],
  ['never answers', () => undefined],
  ['drips', (res) => void res.writeHead(200).write('{')],
] satisfies [string, Endpoint['answering']][])(
  'tries a bot that %s three times, then people take over',
  async (_what, answering) => {
    const bot = await newBot(answering);
    await bot.talk.say('hello');
    await over(bot.talk);

    const { calls } = bot.endpoint;
    expect(calls).toHaveLength(3);
    expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(calls.every(({ at, headers }) => Math.abs(at / 1_000 - Number(headers['webhook-timestamp'])) < 2)).toBe(
      true,
    );
    expect(new Set(calls.map(({ body }) => body.token)).size).toBe(3);
    expect(bot.talk.applied).toMatchObject([{ move: 'handoff', texts: [expect.stringContaining('colleague')] }]);
    expect((await callsOf(bot)).map(({ attempt }) => attempt)).toEqual([3, 2, 1]);
  },
  60_000,
);

it.each([400, 404, 410, 301, 307])('hands over at once when a bot answers %d', async (code) => {
  const target = await newEndpoint();
  const bot = await newBot(status(code, { location: target.url }));
  await bot.talk.say('hello');

  expect([bot.endpoint.calls.length, target.calls.length]).toEqual([1, 0]);
  expect(bot.talk.applied).toMatchObject([{ move: 'handoff' }]);
  expect(await callsOf(bot)).toMatchObject([{ outcome: 'status', status: code }]);
});

it('calls no address that has been refused since it was written', async () => {
  const bot = await newBot();
  await stage.service.db.query('update bot set url = $2 where id = $1', [
    bot.id,
    bot.endpoint.url.replace('127.0.0.1', '127.0.0.2'),
  ]);
  await bot.talk.say('hello');

  expect(bot.endpoint.calls).toEqual([]);
  expect(bot.talk.applied).toMatchObject([{ move: 'handoff' }]);
  expect(await callsOf(bot)).toMatchObject([{ outcome: 'url_not_allowed', attempt: 1 }]);
});

it('succeeds at the third attempt under the same id', async () => {
  const bot = await newBot((res, _call, nth) => (nth < 3 ? res.writeHead(500).end() : res.end('{"text":"at last"}')));
  await bot.talk.say('hello');
  await over(bot.talk);

  expect(bot.endpoint.calls).toHaveLength(3);
  expect(bot.talk.appended.map(({ text }) => text)).toEqual(['at last']);
  expect(bot.talk.applied).toEqual([]);
}, 60_000);

it('calls for one message of a conversation after the other', async () => {
  let open = 0;
  let most = 0;
  const bot = await newBot((res, { body }) => {
    open += 1;
    most = Math.max(most, open);
    setImmediate(() => {
      open -= 1;
      res.end(JSON.stringify({ text: `to ${body.payload.text}` }));
    });
  });
  const events = Array.from({ length: 8 }, (_, place) => bot.talk.message(`message ${place}`));
  await stage.deliver(events);
  await over(bot.talk);

  expect(most).toBe(1);
  expect(bot.talk.appended.map(({ text }) => text)).toEqual(events.map((_, place) => `to message ${place}`));
});

it('calls for each message once, however often it is told of', async () => {
  const bot = await newBot(json({ text: 'hi' }));
  const events = Array.from({ length: 4 }, (_, place) => bot.talk.message(`message ${place}`));
  for (const _ of [1, 2, 3]) await stage.deliver(events);
  await over(bot.talk);

  expect(bot.endpoint.calls).toHaveLength(4);
  expect(bot.talk.appended).toHaveLength(4);
});

it('tries no more when the bot has left, or the request is closed', async () => {
  for (const how of ['left', 'closed']) {
    const bot = await newBot((res, _call, nth) => {
      if (nth > 1) return void res.end('{"text":"hi"}');
      if (how === 'left') bot.talk.bots = [];
      else bot.talk.status = 1000;
      res.end('{"text":"hi"}');
    });
    await bot.talk.say('hello');
    await over(bot.talk);
    await bot.talk.say('again');
    await over(bot.talk);

    expect(bot.endpoint.calls).toHaveLength(1);
    expect([bot.talk.appended, bot.talk.applied]).toEqual([[], []]);
  }
});

it('answers with other bots while one hangs', async () => {
  let open = 0;
  let most = 0;
  const hanging = await newBot((res) => {
    open += 1;
    most = Math.max(most, open);
    res.on('close', () => {
      open -= 1;
    });
  });
  const talks = Array.from({ length: 30 }, () => stage.open(hanging.people, hanging.id));
  await stage.deliver(talks.map((talk) => talk.message('hello')));
  await eventually(() => expect(hanging.endpoint.calls).toHaveLength(16));
  const other = await newBot(json({ text: 'hi' }));
  await stage.deliver([other.talk.message('hello')]);
  await eventually(() => expect(other.talk.appended).toHaveLength(1));

  expect(talks.flatMap(({ applied }) => applied)).toEqual([]);
  expect(most).toBe(16);
  hanging.endpoint.answering = status(404);
  await Promise.all(talks.map(over));
});

it('leaves a bot in the trash alone', async () => {
  const bot = await newBot(status(503));
  bot.endpoint.answering = (res) => {
    void bot.owner.updateBot({ bot: bot.id, trashed: true }).then(() => res.writeHead(503).end());
  };
  await bot.talk.say('hello');
  await over(bot.talk);

  expect(bot.endpoint.calls).toHaveLength(1);
  expect(bot.talk.applied).toEqual([]);
});

it('goes on after a restart between two attempts', async () => {
  let answer = () => {};
  const bot = await newBot((res, _call, nth) => {
    if (nth > 1) return void res.end('{"text":"back"}');
    answer = () => void res.writeHead(503).end();
  });
  await stage.deliver([bot.talk.message('hello')]);
  await eventually(() => expect(bot.endpoint.calls).toHaveLength(1));
  const { service } = stage;
  const stopped = service.context.deliveries.stop();
  answer();
  await stopped;
  const again = { bus: service.bus, databaseUrl: service.databaseUrl };
  const second = await stage.start({ ...env, ...secretsOf(service.env) }, again);
  await over(bot.talk);

  expect(bot.endpoint.calls).toHaveLength(2);
  expect(bot.talk.appended.map(({ text }) => text)).toEqual(['back']);
  await second.stop();
  stage.service = service;
});

const secretsOf = ({ ACTOR_KEY = '', DATA_KEY = '' }: Record<string, string | undefined>) => ({ ACTOR_KEY, DATA_KEY });

it('has kept no secret in clear, and no token', async () => {
  const { db } = stage.service;
  const tables = await db.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  for (const { name } of tables)
    expect(await db.query(`select 1 from "${name}" t where t::text ~ 'whsec_|eyJ[A-Za-z0-9_-]+[.]eyJ'`)).toEqual([]);
});

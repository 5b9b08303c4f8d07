import { type Endpoint, eventually } from '@parley/testkit';

import { ExternalBotsHarness, json, status } from '../../test/external-bots-harness.ts';

const harness = new ExternalBotsHarness();
beforeAll(() => harness.start());
afterEach(() => harness.tidy());
afterAll(() => harness.stop());

it.each([
  ['is down', (res) => res.destroy()],
  ['answers 503', status(503)],
  ['answers 429', status(429, { 'retry-after': '0' })],
  ['never answers', () => undefined],
  ['drips', (res) => void res.writeHead(200).write('{')],
] satisfies [string, Endpoint['answering']][])(
  'tries a bot that %s three times, then people take over',
  async (_what, answering) => {
    const bot = await harness.external(answering);
    await bot.conversation.say('hello');
    await harness.over(bot.conversation);

    const { calls } = bot.endpoint;
    expect(calls).toHaveLength(3);
    expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(calls.every(({ at, headers }) => Math.abs(at / 1_000 - Number(headers['webhook-timestamp'])) < 2)).toBe(
      true,
    );
    expect(new Set(calls.map(({ body }) => body.token)).size).toBe(3);
    expect(bot.conversation.applied).toMatchObject([
      { move: 'handoff', texts: [expect.stringContaining('colleague')] },
    ]);
    expect((await bot.calls()).map(({ attempt }) => attempt)).toEqual([3, 2, 1]);
  },
  60_000,
);

it.each([400, 404, 410, 301, 307])('hands over at once when a bot answers %d', async (code) => {
  const target = await harness.endpoint();
  const bot = await harness.external(status(code, { location: target.url }));
  await bot.conversation.say('hello');

  expect([bot.endpoint.calls.length, target.calls.length]).toEqual([1, 0]);
  expect(bot.conversation.applied).toMatchObject([{ move: 'handoff' }]);
  expect(await bot.calls()).toMatchObject([{ outcome: 'status', status: code }]);
});

it('calls no address that has been refused since it was written', async () => {
  const bot = await harness.external();
  await harness.service.db.query('update bot set url = $2 where id = $1', [
    bot.id,
    bot.endpoint.url.replace('127.0.0.1', '127.0.0.2'),
  ]);
  await bot.conversation.say('hello');

  expect(bot.endpoint.calls).toEqual([]);
  expect(bot.conversation.applied).toMatchObject([{ move: 'handoff' }]);
  expect(await bot.calls()).toMatchObject([{ outcome: 'url_not_allowed', attempt: 1 }]);
});

it('succeeds at the third attempt under the same id', async () => {
  const bot = await harness.external((res, _call, nth) =>
    nth < 3 ? res.writeHead(500).end() : res.end('{"text":"at last"}'),
  );
  await bot.conversation.say('hello');
  await harness.over(bot.conversation);

  expect(bot.endpoint.calls).toHaveLength(3);
  expect(bot.conversation.appended.map(({ text }) => text)).toEqual(['at last']);
  expect(bot.conversation.applied).toEqual([]);
}, 60_000);

it('tries no more when the bot has left, or the request is closed', async () => {
  for (const how of ['left', 'closed']) {
    const bot = await harness.external((res, _call, nth) => {
      if (nth > 1) return void res.end('{"text":"hi"}');
      if (how === 'left') bot.conversation.bots = [];
      else bot.conversation.status = 1000;
      res.end('{"text":"hi"}');
    });
    await bot.conversation.say('hello');
    await harness.over(bot.conversation);
    await bot.conversation.say('again');
    await harness.over(bot.conversation);

    expect(bot.endpoint.calls).toHaveLength(1);
    expect([bot.conversation.appended, bot.conversation.applied]).toEqual([[], []]);
  }
});

it('answers with other bots while one hangs', async () => {
  let open = 0;
  let most = 0;
  const hanging = await harness.external((res) => {
    open += 1;
    most = Math.max(most, open);
    res.on('close', () => {
      open -= 1;
    });
  });
  const conversations = Array.from({ length: 30 }, () => harness.open(hanging.people, hanging.id));
  await harness.deliver(conversations.map((conversation) => conversation.message('hello')));
  await eventually(() => expect(hanging.endpoint.calls).toHaveLength(16));
  const other = await harness.external(json({ text: 'hi' }));
  await harness.deliver([other.conversation.message('hello')]);
  await eventually(() => expect(other.conversation.appended).toHaveLength(1));

  expect(conversations.flatMap(({ applied }) => applied)).toEqual([]);
  expect(most).toBe(16);
  hanging.endpoint.answering = status(404);
  await Promise.all(conversations.map((conversation) => harness.over(conversation)));
});

it('leaves a bot in the trash alone', async () => {
  const bot = await harness.external(status(503));
  bot.endpoint.answering = (res) => {
    void bot.owner.updateBot({ bot: bot.id, trashed: true }).then(() => res.writeHead(503).end());
  };
  await bot.conversation.say('hello');
  await harness.over(bot.conversation);

  expect(bot.endpoint.calls).toHaveLength(1);
  expect(bot.conversation.applied).toEqual([]);
});

it('goes on after a restart between two attempts', async () => {
  let answer = () => {};
  const bot = await harness.external((res, _call, nth) => {
    if (nth > 1) return void res.end('{"text":"back"}');
    answer = () => void res.writeHead(503).end();
  });
  await harness.deliver([bot.conversation.message('hello')]);
  await eventually(() => expect(bot.endpoint.calls).toHaveLength(1));
  const { service } = harness;
  const stopped = service.context.deliveries.stop();
  answer();
  await stopped;
  const again = { bus: service.bus, databaseUrl: service.databaseUrl };
  const second = await harness.start(secretsOf(service.env), again);
  await harness.over(bot.conversation);

  expect(bot.endpoint.calls).toHaveLength(2);
  expect(bot.conversation.appended.map(({ text }) => text)).toEqual(['back']);
  await second.stop();
  harness.service = service;
});

const secretsOf = ({ ACTOR_KEY = '', DATA_KEY = '' }: Record<string, string | undefined>) => ({ ACTOR_KEY, DATA_KEY });

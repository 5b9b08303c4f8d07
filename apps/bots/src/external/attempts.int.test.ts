import { type Endpoint, eventually } from '@parley/testkit';

import { json, Outside, status } from '../../test/outside.ts';

const stage = new Outside();
beforeAll(() => stage.start());
afterEach(() => stage.tidy());
afterAll(() => stage.service?.stop());

it.each([
  ['is down', (res) => res.destroy()],
  ['answers 503', status(503)],
  ['answers 429', status(429, { 'retry-after': '0' })],
  ['never answers', () => undefined],
  ['drips', (res) => void res.writeHead(200).write('{')],
] satisfies [string, Endpoint['answering']][])(
  'tries a bot that %s three times, then people take over',
  async (_what, answering) => {
    const bot = await stage.external(answering);
    await bot.talk.say('hello');
    await stage.over(bot.talk);

    const { calls } = bot.endpoint;
    expect(calls).toHaveLength(3);
    expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(calls.every(({ at, headers }) => Math.abs(at / 1_000 - Number(headers['webhook-timestamp'])) < 2)).toBe(
      true,
    );
    expect(new Set(calls.map(({ body }) => body.token)).size).toBe(3);
    expect(bot.talk.applied).toMatchObject([{ move: 'handoff', texts: [expect.stringContaining('colleague')] }]);
    expect((await bot.calls()).map(({ attempt }) => attempt)).toEqual([3, 2, 1]);
  },
  60_000,
);

it.each([400, 404, 410, 301, 307])('hands over at once when a bot answers %d', async (code) => {
  const target = await stage.endpoint();
  const bot = await stage.external(status(code, { location: target.url }));
  await bot.talk.say('hello');

  expect([bot.endpoint.calls.length, target.calls.length]).toEqual([1, 0]);
  expect(bot.talk.applied).toMatchObject([{ move: 'handoff' }]);
  expect(await bot.calls()).toMatchObject([{ outcome: 'status', status: code }]);
});

it('calls no address that has been refused since it was written', async () => {
  const bot = await stage.external();
  await stage.service.db.query('update bot set url = $2 where id = $1', [
    bot.id,
    bot.endpoint.url.replace('127.0.0.1', '127.0.0.2'),
  ]);
  await bot.talk.say('hello');

  expect(bot.endpoint.calls).toEqual([]);
  expect(bot.talk.applied).toMatchObject([{ move: 'handoff' }]);
  expect(await bot.calls()).toMatchObject([{ outcome: 'url_not_allowed', attempt: 1 }]);
});

it('succeeds at the third attempt under the same id', async () => {
  const bot = await stage.external((res, _call, nth) =>
    nth < 3 ? res.writeHead(500).end() : res.end('{"text":"at last"}'),
  );
  await bot.talk.say('hello');
  await stage.over(bot.talk);

  expect(bot.endpoint.calls).toHaveLength(3);
  expect(bot.talk.appended.map(({ text }) => text)).toEqual(['at last']);
  expect(bot.talk.applied).toEqual([]);
}, 60_000);

it('tries no more when the bot has left, or the request is closed', async () => {
  for (const how of ['left', 'closed']) {
    const bot = await stage.external((res, _call, nth) => {
      if (nth > 1) return void res.end('{"text":"hi"}');
      if (how === 'left') bot.talk.bots = [];
      else bot.talk.status = 1000;
      res.end('{"text":"hi"}');
    });
    await bot.talk.say('hello');
    await stage.over(bot.talk);
    await bot.talk.say('again');
    await stage.over(bot.talk);

    expect(bot.endpoint.calls).toHaveLength(1);
    expect([bot.talk.appended, bot.talk.applied]).toEqual([[], []]);
  }
});

it('answers with other bots while one hangs', async () => {
  let open = 0;
  let most = 0;
  const hanging = await stage.external((res) => {
    open += 1;
    most = Math.max(most, open);
    res.on('close', () => {
      open -= 1;
    });
  });
  const talks = Array.from({ length: 30 }, () => stage.open(hanging.people, hanging.id));
  await stage.deliver(talks.map((talk) => talk.message('hello')));
  await eventually(() => expect(hanging.endpoint.calls).toHaveLength(16));
  const other = await stage.external(json({ text: 'hi' }));
  await stage.deliver([other.talk.message('hello')]);
  await eventually(() => expect(other.talk.appended).toHaveLength(1));

  expect(talks.flatMap(({ applied }) => applied)).toEqual([]);
  expect(most).toBe(16);
  hanging.endpoint.answering = status(404);
  await Promise.all(talks.map((talk) => stage.over(talk)));
});

it('leaves a bot in the trash alone', async () => {
  const bot = await stage.external(status(503));
  bot.endpoint.answering = (res) => {
    void bot.owner.updateBot({ bot: bot.id, trashed: true }).then(() => res.writeHead(503).end());
  };
  await bot.talk.say('hello');
  await stage.over(bot.talk);

  expect(bot.endpoint.calls).toHaveLength(1);
  expect(bot.talk.applied).toEqual([]);
});

it('goes on after a restart between two attempts', async () => {
  let answer = () => {};
  const bot = await stage.external((res, _call, nth) => {
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
  const second = await stage.start(secretsOf(service.env), again);
  await stage.over(bot.talk);

  expect(bot.endpoint.calls).toHaveLength(2);
  expect(bot.talk.appended.map(({ text }) => text)).toEqual(['back']);
  await second.stop();
  stage.service = service;
});

const secretsOf = ({ ACTOR_KEY = '', DATA_KEY = '' }: Record<string, string | undefined>) => ({ ACTOR_KEY, DATA_KEY });

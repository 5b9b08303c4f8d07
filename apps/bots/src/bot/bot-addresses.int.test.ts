import { commonErrors } from '@parley/contracts';
import { type Personas, personasOf } from '@parley/testkit';

import { type Bots, startTestBots } from '../../test/bots.ts';
import { sharedBots } from '../../test/bots-harness.ts';

let service: Bots;
let allowing: Bots;
beforeAll(async () => {
  ({ service } = await sharedBots());
  const env = { OUTBOUND_ALLOW: '127.0.0.0/8,bots.default.svc', OUTBOUND_DENY: '8.8.8.0/24' };
  allowing = await startTestBots({ env });
});
afterAll(() => allowing?.stop());

const refused = [
  ...[
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://[::ffff:127.0.0.1]/',
    'https://localhost./',
  ],
  ...['https://169.254.169.254/latest', 'https://metadata.google.internal/', 'https://bots.default.svc/'],
  ...['http://bots.example.com/', 'https://user@bots.example.com/', 'https://bots.example.com:22/'],
  ...['https://bots.example.com/#a', 'file:///etc/passwd', 'gopher://bots.example.com/', 'data:text/plain,x', 'bots'],
];

async function writesOf(server: Bots, { ada }: Personas, url: string) {
  const api = server.as(ada);
  const { body } = await api.createBot({ name: 'Robby', template: 'empty' });
  const bot = body._id;
  const of = { id_faq_kb: bot };
  const answer = `One moment\n\\webhook:${url}\n`;
  const intent = (await api.createIntent(of)).body;
  return Promise.all([
    api.createBot({ name: 'Robby', type: 'external', url }),
    api.createBot({ name: 'Robby', type: 'internal', url }),
    api.createBot({ name: 'Robby', webhook_url: url }),
    api.updateBot({ bot, url }),
    api.patchBot({ bot, webhook_url: url }),
    api.createIntent({ ...of, answer }),
    api.updateIntent({ intent: intent._id, answer }),
    api.updateIntentById({ ...of, intent_id: intent.intent_id, answer }),
    api.changeIntents({ ...of, operations: [{ type: 'post', intent: { answer } }] }),
  ]);
}

it.each(refused)('refuses %s with the same answer for each', async (url) => {
  const answers = await writesOf(service, personasOf(), url);

  for (const { status, body } of answers) {
    expect([status, body.code]).toEqual([422, 'url_not_allowed']);
    expect(body.msg).toBe(commonErrors.url_not_allowed().message);
    expect(JSON.stringify(body)).not.toContain(url);
  }
});

it.each(['https://bots.example.com/robby?a=b', 'https://bots.example.com:8443/', 'https://8.8.4.4/'])(
  'lets an admin write %s',
  async (url) => {
    const answers = await writesOf(service, personasOf(), url);

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  },
);

it('applies the allowlist and denylist of the operator', async () => {
  const { ada } = personasOf();
  const write = async (url: string) => (await allowing.as(ada).createBot({ name: 'Robby', url })).status;

  expect(await write('http://127.0.0.1:3000/')).toBe(200);
  expect(await write('http://bots.default.svc/')).toBe(200);
  expect(await write('https://8.8.8.8/')).toBe(422);
  expect(await write('https://10.0.0.1/')).toBe(422);
});

it('leaves words that are no address of a webhook alone', async () => {
  const { ada } = personasOf();
  const { body: bot } = await service.as(ada).createBot({ name: 'Robby', template: 'empty' });
  const answer = `see \\webhook:http://127.0.0.1/\n\\webhook\n\\webhook:\${HOST}/x\n\\webhook: http://127.0.0.1/`;

  expect((await service.as(ada).createIntent({ id_faq_kb: bot._id, answer })).status).toBe(200);
});

describe('a file with refused addresses', () => {
  const good = 'https://bots.example.com/robby';
  const load = async ({ ada }: Personas, bot: string, file: object) => {
    const headers = { 'content-type': 'application/json' };
    const query = { create: String(bot === 'null') };
    const body = { name: 'Robby', ...file };
    return service.as(ada).importBot({ bot }, { query, body, headers });
  };
  const refusal = commonErrors.url_not_allowed().message;

  it.each(refused)('is imported without %s, and a warning names its place', async (url) => {
    const mine = personasOf();
    const made = await load(mine, 'null', {
      ...{ type: 'external', url, webhook_url: url, webhook_enabled: true },
      intents: [
        { intent_display_name: 'a', answer: `One moment\n\\webhook:${url}\n\\webhook:${good}\nDone` },
        { intent_display_name: 'b', answer: `\\webhook:${good}\n\\webhook:\${url}` },
      ],
    });
    expect(made).toMatchObject({ status: 200, body: { name: 'Robby', external: true, webhook_enabled: false } });
    expect(made.body).not.toHaveProperty('url');
    expect(made.body).not.toHaveProperty('webhook_url');
    const warnings = ['url', 'webhook_url', 'intents[0].answer'].map((param) => ({ param, msg: refusal }));
    expect(made.body.import).toEqual({ created: 2, replaced: 0, kept: 0, deleted: 0, warnings });

    const bot = made.body._id;
    const { body: intents } = await service.as(mine.ada).listIntents({}, { query: { id_faq_kb: bot } });
    const answers = Object.fromEntries(intents.map(({ intent_display_name, answer }) => [intent_display_name, answer]));
    expect(answers).toEqual({
      a: `One moment\n\\webhook:${good}\nDone`,
      b: `\\webhook:${good}\n\\webhook:\${url}`,
    });
  });

  it('leaves the addresses of the bot as they are, and its webhook off', async () => {
    const mine = personasOf();
    const fields = { name: 'Robby', type: 'external', url: good, webhook_url: good, webhook_enabled: true } as const;
    const { body } = await service.as(mine.ada).createBot(fields);
    const merged = await load(mine, body._id, { url: refused[0], webhook_url: refused[0], webhook_enabled: true });
    expect(merged).toMatchObject({ status: 200, body: { url: good, webhook_url: good, webhook_enabled: false } });
    expect(merged.body.import.warnings.map(({ param }) => param)).toEqual(['url', 'webhook_url']);
  });

  it('makes a silent bot, which is edited like any other, and never becomes silent again', async () => {
    const mine = personasOf();
    const { body } = await load(mine, 'null', { type: 'external', url: refused[0] });
    const patch = (change: object) => service.as(mine.ada).patchBot({ bot: body._id, ...change });
    expect((await patch({ description: 'from elsewhere' })).status).toBe(200);
    expect((await service.as(mine.ada).forkBot({ bot: body._id })).status).toBe(200);
    expect((await patch({ url: good })).body).toMatchObject({ url: good });
    expect((await patch({ url: null })).status).toBe(422);
    expect((await load(mine, 'null', { type: 'external' })).body).toMatchObject({
      external: true,
      import: { warnings: [] },
    });
  });
});

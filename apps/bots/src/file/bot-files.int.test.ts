import { botCreated, botImported } from '@parley/contracts';
import { type Personas, personasOf } from '@parley/testkit';

import { type Bots, startTestBots } from '../../test/bots.ts';

let service: Bots;
beforeAll(async () => {
  service = await startTestBots({ env: { INTENTS_MAX: '100' } });
});
afterAll(() => service?.stop());

type File = Record<string, unknown>;
const json = { 'content-type': 'application/json' };

async function load(
  { ada }: Personas,
  bot: string,
  query: Record<string, string>,
  body: unknown,
  headers: Record<string, string> = json,
) {
  return service.as(ada).importBot({ bot }, { query, body, headers });
}

async function newBot(personas: Personas, intents: File[] = [], more: File = {}): Promise<string> {
  const { status, body } = await load(personas, 'null', { create: 'true' }, { name: 'Robby', intents, ...more });
  if (status !== 200) throw new Error(`no bot was made: ${JSON.stringify(body)}`);
  return body._id;
}

async function answersOf({ ada }: Personas, bot: string) {
  const { body } = await service.as(ada).listIntents({ id_faq_kb: bot, direction: '1' });
  return Object.fromEntries(body.map((intent) => [intent.intent_display_name, intent.answer]));
}

function named(name: string, answer: string, more: File = {}): File {
  return { intent_display_name: name, answer, ...more };
}

/** A bot whose fields depend on the number, each present in some and absent in others. */
function generated(seed: number): File {
  const has = (bit: number) => (seed & (1 << bit)) !== 0;
  const intents = Array.from({ length: seed % 4 }, (_, place) => ({
    ...named(`intent ${place} ü😀`, `\n"${seed}";${place}\t\\agent`, { intent_id: `id-${place}` }),
    ...(has(0) && { question: 'One\nTwo' }),
    ...(has(1) && { reply: { a: [1, { b: null }] }, actions: [{ _tdActionType: 'reply', text: 'Hi' }] }),
    ...(has(2) && { form: { name: 'f', fields: [{ name: 'x' }] }, attributes: { position: { x: seed } } }),
    ...{ enabled: has(3), webhook_enabled: has(4), topic: has(0) ? 'sample' : 'default' },
  }));
  return {
    name: `Bot ${seed}`,
    ...(has(0) && { description: 'Eine Beschreibung' }),
    ...(has(1) && { webhook_url: 'https://bots.example.com/w', webhook_enabled: true }),
    ...(has(2) && { language: 'it', subtype: 'copilot', type: 'tilebot' }),
    attributes: has(3) ? { globals: [{ key: 'k', value: 'v' }], variables: { a: 1 } } : {},
    intents,
  };
}

it('exports what it imported', async () => {
  const grace = personasOf();
  const api = service.as(grace.ada);
  const exported = async (bot: string) => {
    const { body } = await api.exportBot({ bot, globals: 'true' });
    const { slug: _slug, ...file } = body;
    return file;
  };
  for (let seed = 0; seed < 24; seed++) {
    const first = await exported(await newBot(grace, [], generated(seed)));
    expect(first).toMatchObject(generated(seed));
    expect(await exported(await newBot(grace, [], first))).toEqual(first);
  }
});

it('exports globals only when they are asked for, and intents alone', async () => {
  const mine = personasOf();
  const bot = await newBot(mine, [named('hours', 'Nine')], {
    attributes: { globals: [{ key: 'k', value: 'top-secret' }] },
  });
  const whole = await service.as(mine.ada).exportBot({ bot });
  expect(whole.headers['content-disposition']).toBe('attachment; filename="bot.json"');
  expect(JSON.stringify(whole.body)).not.toMatch(/top-secret|whsec_|"_id"|createdBy/);
  const intents = await service.as(mine.ada).exportBot({ bot, intentsOnly: 'true' });
  expect(Object.keys(intents.body)).toEqual(['intents']);
  expect(intents.headers['content-disposition']).toBe('attachment; filename="intents.json"');
  expect((await service.as(mine.linus).exportBot({ bot })).status).toBe(403);
});

it('lets only a public bot cross into another project, without addresses and globals', async () => {
  const [mine, theirs] = [personasOf(), personasOf()];
  const attributes = { globals: [{ key: 'k', value: 'top-secret' }] };
  const bot = await newBot(mine, [named('hours', 'Nine')], { attributes, webhook_url: 'https://bots.example.com/w' });
  const foreign = () => service.as(theirs.ada).exportBot({ bot, globals: 'true' });
  expect((await foreign()).body.code).toBe('bot_not_found');
  await service.as(mine.ada).updateBot({ bot, public: true });
  const { status, body } = await foreign();
  expect([status, body.intents.length]).toEqual([200, 1]);
  expect(JSON.stringify(body)).not.toMatch(/top-secret|webhook_url|bots\.example\.com/);
});

it.each([
  ['nothing', {}, { hours: 'old', only: 'here', new: 'new' }, { created: 1, replaced: 0, kept: 1, deleted: 0 }],
  [
    'overwrite',
    { overwrite: 'true' },
    { hours: 'new', only: 'here', new: 'new' },
    { created: 1, replaced: 1, kept: 0, deleted: 0 },
  ],
  [
    'replace',
    { replace: 'true', overwrite: 'null' },
    { hours: 'new', new: 'new' },
    { created: 2, replaced: 0, kept: 0, deleted: 2 },
  ],
])('merges intents by name: %s', async (_word, query, expected, counts) => {
  const mine = personasOf();
  const bot = await newBot(mine, [named('hours', 'old'), named('only', 'here')], { attributes: { a: 1, b: 2 } });
  const before = (await service.as(mine.ada).listIntents({ id_faq_kb: bot, intent_display_name: 'hours' })).body[0];
  const file = {
    name: 'Renamed',
    slug: 'other',
    attributes: { b: 3 },
    intents: [named('hours', 'new'), named('new', 'new')],
  };
  const { status, body } = await load(mine, bot, query as Record<string, string>, { uploadFile: JSON.stringify(file) });
  expect([status, body.import]).toEqual([200, { ...counts, warnings: [] }]);
  expect(body).toMatchObject({ name: 'Renamed', slug: 'robby', attributes: { a: 1, b: 3 } });
  expect(await answersOf(mine, bot)).toEqual(expected);
  if (counts.replaced > 0) {
    const after = (await service.as(mine.ada).listIntents({ id_faq_kb: bot, intent_display_name: 'hours' })).body[0];
    expect(after).toMatchObject({
      _id: before?._id,
      createdAt: before?.createdAt,
      intent_id: before?.intent_id,
      __v: 1,
    });
  }
});

it('takes a form, leaves the bot alone when asked to, and rewrites who takes part', async () => {
  const mine = personasOf();
  const rules = [{ do: [{ message: { text: 'Hi', participants: ['bot_0123', 'system'] } }] }];
  const form = new FormData();
  form.set(
    'uploadFile',
    new Blob([
      JSON.stringify({
        name: 'Formed',
        attributes: { rules },
        intents: [named('a', 'b', { actions: [{ _tdActionType: 'webrequest' }] })],
      }),
    ]),
    'bot.json',
  );
  const wire = new Response(form);
  const headers = { 'content-type': wire.headers.get('content-type') ?? '' };
  const { body } = await load(mine, 'null', { create: 'true' }, Buffer.from(await wire.arrayBuffer()), headers);
  expect(body).toMatchObject({
    name: 'Formed',
    public: false,
    import: { created: 1, warnings: [{ param: 'intents[0].actions[0]' }] },
  });
  expect(JSON.stringify(body.attributes)).toContain(`["bot_${body._id}","system"]`);
  expect(body).not.toHaveProperty('secret');

  const only = await load(mine, body._id, { intentsOnly: 'true' }, { name: 'Other', intents: [named('c', 'd')] });
  expect(only.body.name).toBe('Formed');
  const modes = (await service.outbox(botImported)).filter(({ data }) => data.bot._id === body._id);
  expect(modes.map(({ data }) => data.mode)).toEqual(['create', 'merge']);
  expect((await service.outbox(botCreated)).filter(({ data }) => data.bot._id === body._id)).toHaveLength(1);
});

const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
const bad: [string, unknown, number, string][] = [
  ['no JSON', '{"name":\n x}', 400, ''],
  ['a truncated file', '{"name":"x"', 400, ''],
  ['ten thousand levels', `{"name":"x","attributes":{"a":${deep}}}`, 422, ''],
  ['an array for an object', [], 422, 'uploadFile'],
  ['no list of intents', { intents: {} }, 422, 'intents'],
  [
    'an operator for a text',
    { intents: [{ intent_display_name: { $ne: null } }] },
    422,
    'intents[0].intent_display_name',
  ],
  ['a prototype', '{"attributes":{"__proto__":{"a":1}}}', 422, 'attributes.__proto__'],
  ['U+0000', { intents: [named('a\u0000', 'b')] }, 422, 'intents[0].intent_display_name'],
  ['a name twice', { intents: [named('a', 'b'), named('a', 'c')] }, 422, 'intents[1].intent_display_name'],
  [
    'an id twice',
    { intents: [named('a', 'b', { intent_id: 'x' }), named('b', 'c', { intent_id: 'x' })] },
    422,
    'intents[1].intent_id',
  ],
  [
    'the id of another',
    { intents: [named('fine', 'b'), named('a', 'c', { intent_id: 'held' })] },
    422,
    'intents[1].intent_id',
  ],
  ['too many intents', { intents: Array.from({ length: 101 }, (_, place) => named(`n${place}`, 'x')) }, 422, ''],
  ['too many bytes', JSON.stringify({ name: 'x', description: 'x'.repeat(5_000_000) }), 413, ''],
];
it.each(bad)('refuses %s, says where, and changes nothing', async (_what, file, status, param) => {
  const mine = personasOf();
  const bot = await newBot(mine, [named('hours', 'old', { intent_id: 'held' })]);
  const before = (await service.as(mine.ada).exportBot({ bot })).body;
  const answer = await load(mine, bot, { overwrite: 'true' }, file);
  expect(answer.status).toBe(status);
  if (param !== '') expect(answer.body.errors?.map((fault) => fault.param)).toContain(param);
  if (status === 400) expect(String(answer.body)).toMatch(/Line \d+, column \d+\.$/);
  expect((await service.as(mine.ada).exportBot({ bot })).body).toEqual(before);
});

it('refuses a create without a name, a form without a part, and a word that is no switch', async () => {
  const mine = personasOf();
  const nameless = await load(mine, 'null', { create: 'true' }, { intents: [] });
  expect(nameless.body.errors?.[0]?.param).toBe('name');
  const empty = new Response(new FormData());
  const headers = { 'content-type': empty.headers.get('content-type') ?? '' };
  expect((await load(mine, 'null', { create: 'true' }, Buffer.from(await empty.arrayBuffer()), headers)).status).toBe(
    422,
  );
  expect((await load(mine, 'null', { create: 'yes' }, { name: 'x' })).body.errors?.[0]?.param).toBe('create');
  expect((await load(mine, 'null', {}, { name: 'x' })).body.code).toBe('bot_not_found');
});

it('serialises concurrent imports', async () => {
  const mine = personasOf();
  const bot = await newBot(mine, [named('old', 'old')]);
  const set = (word: string) => ['a', 'b', 'c'].map((name) => named(name, word));
  const files = ['first', 'second'].map((word) => load(mine, bot, { replace: 'true' }, { intents: set(word) }));
  expect((await Promise.all(files)).map(({ status }) => status)).toEqual([200, 200]);
  const answers = Object.values(await answersOf(mine, bot));
  expect(answers).toHaveLength(3);
  expect(new Set(answers).size).toBe(1);
});

import { botImported } from '@parley/contracts';
import { type Personas, personasOf } from '@parley/testkit';

import { type Bots, startTestBots } from '../../test/bots.ts';

let service: Bots;
beforeAll(async () => {
  service = await startTestBots({ env: { INTENTS_MAX: '1000' } });
});
afterAll(() => service?.stop());

const header = 'question;answer;intent_id;intent_display_name;webhook_enabled\r\n';

async function newBot({ ada }: Personas): Promise<string> {
  return (await service.as(ada).createBot({ name: 'Robby', template: 'empty' })).body._id;
}

async function load({ ada }: Personas, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'uploadFile') form.set(name, new Blob([value]), 'intents.csv');
    else form.set(name, value);
  }
  const wire = new Response(form);
  const type = wire.headers.get('content-type') ?? '';
  const body = Buffer.from(await wire.arrayBuffer());
  return service.as(ada).importIntents({}, { body, headers: { 'content-type': type, ...headers } });
}

const intentsOf = async ({ ada }: Personas, bot: string) =>
  (await service.as(ada).listIntents({ id_faq_kb: bot, direction: '1' })).body;

it('exports what an import takes without changing anything, whatever the cells begin with', async () => {
  const mine = personasOf();
  const bot = await newBot(mine);
  const api = service.as(mine.ada);
  const starts = ["'", "''", '=', '+', '-', '@', '\t', '\r', ';', '"', '\n', ' ', ''];
  for (const [place, start] of starts.entries())
    await api.createIntent({
      id_faq_kb: bot,
      ...{ question: `${start}one;"two"\n'three`, answer: `${start}x`, webhook_enabled: start === '=' },
      ...{ intent_display_name: `name ${place}`, actions: [{ _tdActionType: 'close' }] },
    });
  await api.createIntent({ id_faq_kb: bot, intent_display_name: "'=no question" });
  const before = await intentsOf(mine, bot);
  const { body: file, headers } = await api.exportIntents({ id_faq_kb: bot });
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(file.startsWith(header)).toBe(true);

  const { status, body } = await load(mine, { id_faq_kb: bot, uploadFile: file });

  expect([status, body]).toEqual([200, { success: true, msg: 'CSV Parsed', created: 0, updated: 14 }]);
  expect(await intentsOf(mine, bot)).toEqual(before);
  expect((await api.getBot({ bot })).body.__v).toBe(0);
});

it('updates by intent_id, else by name, keeps the actions, and creates the others', async () => {
  const mine = personasOf();
  const bot = await newBot(mine);
  const actions = [{ _tdActionType: 'close' }];
  const known = { id_faq_kb: bot, actions, question: 'q', answer: 'a' };
  const api = service.as(mine.ada);
  await api.createIntent({ ...known, intent_id: 'one', intent_display_name: 'One' });
  await api.createIntent({ ...known, intent_id: 'two', intent_display_name: 'Two' });
  const file = `${header}q1;a1;one;Uno;TRUE\n;a2;;Two;\n"Open?\nClosed?";"Nine; to ""five""";;hours;false\nonly a question\n`;

  const { status, body } = await load(mine, { id_faq_kb: bot, uploadFile: file });

  expect([status, body]).toMatchObject([200, { created: 2, updated: 2 }]);
  const intents = await intentsOf(mine, bot);
  expect(intents).toMatchObject([
    { intent_id: 'one', intent_display_name: 'Uno', question: 'q1', answer: 'a1', webhook_enabled: true, actions },
    { intent_id: 'two', intent_display_name: 'Two', question: 'q', answer: 'a2', webhook_enabled: false, actions },
    { intent_display_name: 'hours', question: 'Open?\nClosed?', answer: 'Nine; to "five"', actions: [] },
    { question: 'only a question' },
  ]);
  const [event] = (await service.outbox(botImported)).filter(({ data }) => data.bot._id === bot);
  expect(event?.data).toMatchObject({ mode: 'merge', import: { created: 2, replaced: 2, kept: 0, deleted: 0 } });
});

it.each([
  [';', undefined],
  [',', ','],
  ['\t', '\t'],
  ['\t', '\\t'],
  ['|', '|'],
])('reads cells between %j', async (mark, delimiter) => {
  const mine = personasOf();
  const bot = await newBot(mine);
  const uploadFile = ['hi', 'hello', 'id-1', 'greeting', 'true'].join(mark);

  await load(mine, { id_faq_kb: bot, uploadFile, ...(delimiter && { delimiter }) });

  const [intent] = await intentsOf(mine, bot);
  expect(intent).toMatchObject({
    ...{ question: 'hi', answer: 'hello', intent_id: 'id-1', intent_display_name: 'greeting', webhook_enabled: true },
  });
});

it('names line 900 of a file and writes none of it', async () => {
  const mine = personasOf();
  const bot = await newBot(mine);
  const lines = Array.from({ length: 950 }, (_, place) => `question ${place};answer;id-${place};name ${place};false\n`);
  lines[898] = `question;answer;${'x'.repeat(65)};name 898;maybe\n`;

  const { status, body } = await load(mine, { id_faq_kb: bot, uploadFile: header + lines.join('') });

  expect([status, body.errors?.map(({ param }) => param)]).toEqual([422, ['line 900', 'line 900']]);
  expect(await intentsOf(mine, bot)).toEqual([]);
});

it.each([
  ['an intent twice by its id', 'q;a;x;\nq;a;x;\n', 'line 2'],
  ['an intent twice by its name', 'q;a;;n\nq;a;;n\n', 'line 2'],
  ['an intent by its id and by its name', 'q;a;held;\nq;a;;taken\n', 'line 2'],
  ['the name of another', 'q;a;held;other\n', 'line 1'],
  ['a new intent without question', '\n;a;;new\n', 'line 2'],
  ['quotes that do not end', 'q;a\n"q;a\n', 'line 2'],
])('refuses %s and changes nothing', async (_what, uploadFile, param) => {
  const mine = personasOf();
  const bot = await newBot(mine);
  const of = { id_faq_kb: bot, question: 'q' };
  await service.as(mine.ada).createIntent({ ...of, intent_id: 'held', intent_display_name: 'taken' });
  await service.as(mine.ada).createIntent({ ...of, intent_id: 'more', intent_display_name: 'other' });
  const before = await intentsOf(mine, bot);

  const { status, body } = await load(mine, { id_faq_kb: bot, uploadFile });

  expect([status, body.errors?.map((fault) => fault.param)]).toEqual([422, [param]]);
  expect(await intentsOf(mine, bot)).toEqual(before);
});

it('refuses invalid forms and unknown bots', async () => {
  const [mine, theirs] = [personasOf(), personasOf()];
  const bot = await newBot(mine);
  const refusalOf = async (fields: Record<string, string>, headers = {}, by = mine) => {
    const { status, body } = await load(by, fields, headers);
    return [status, body.code, body.errors?.[0]?.param];
  };

  expect(await refusalOf({ id_faq_kb: bot })).toEqual([422, 'validation_failed', 'uploadFile']);
  expect(await refusalOf({ uploadFile: 'q' })).toEqual([422, 'validation_failed', 'id_faq_kb']);
  expect(await refusalOf({ id_faq_kb: bot, uploadFile: 'q', delimiter: 'x' })).toMatchObject([422, {}, 'delimiter']);
  expect(await refusalOf({ id_faq_kb: bot, uploadFile: 'q' }, {}, theirs)).toMatchObject([404, 'bot_not_found']);
  expect(await refusalOf({ id_faq_kb: bot, uploadFile: 'q' }, { 'content-type': 'text/csv' })).toMatchObject([415, {}]);
  const large = 'x'.repeat(5_000_001);
  expect(await refusalOf({ id_faq_kb: bot, uploadFile: large })).toMatchObject([413, 'body_too_large']);
  const many = Array.from({ length: 1_001 }, (_, place) => `q ${place}`).join('\n');
  expect(await refusalOf({ id_faq_kb: bot, uploadFile: many })).toMatchObject([422, 'limit_reached']);
  expect(await intentsOf(mine, bot)).toEqual([]);
});

it('serialises concurrent imports', async () => {
  const mine = personasOf();
  const bot = await newBot(mine);
  const file = (word: string) => ['a', 'b', 'c'].map((name) => `q;${word};;${name}\n`).join('');

  const both = await Promise.all(['x', 'y'].map((word) => load(mine, { id_faq_kb: bot, uploadFile: file(word) })));

  expect(both.map(({ body }) => body.created).sort()).toEqual([0, 3]);
  expect(new Set((await intentsOf(mine, bot)).map(({ answer }) => answer)).size).toBe(1);
});

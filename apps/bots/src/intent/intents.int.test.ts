import { intentCreated, intentDeleted, intentUpdated } from '@parley/contracts';
import { type Personas, personasOf } from '@parley/testkit';

import { type Bots, startTestBots } from '../../test/bots.ts';

let service: Bots;
beforeAll(async () => {
  service = await startTestBots({ env: { INTENTS_MAX: '30' } });
});
afterAll(() => service?.stop());

/** A bot without intents, of a new project. */
async function newBot(personas: Personas = personasOf()) {
  const { body } = await service.as(personas.ada).createBot({ name: 'Robby', template: 'empty' });
  return { ...personas, bot: body._id, api: service.as(personas.ada) };
}

it('fills in what a create leaves out, and ignores the language', async () => {
  const { api, bot } = await newBot();
  const { body } = await api.createIntent({ id_faq_kb: bot, question: 'Hi\nHello', language: 'xx', secret: 'x' });
  expect(body).toMatchObject({
    ...{
      id_faq_kb: bot,
      question: 'Hi\nHello',
      language: 'en',
      enabled: true,
      webhook_enabled: false,
      topic: 'default',
    },
    ...{ actions: [], attributes: {}, __v: 0 },
    intent_display_name: expect.stringMatching(/^[a-z0-9]{6}$/),
    intent_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(body).not.toHaveProperty('secret');
  expect((await api.getIntent({ intent: body._id })).body).toEqual(body);
  expect((await api.getIntentById({ intent_id: body.intent_id, id_faq_kb: bot })).body).toEqual(body);
});

it('refuses what is too long, too much or of another kind', async () => {
  const { api, bot } = await newBot();
  const bad = {
    question: Array(501).fill('x').join('\n'),
    answer: 'x'.repeat(20_001),
    actions: Array(101).fill({}),
    form: { fields: Array(31).fill({}) },
    intent_display_name: 'a\nb',
    intent_id: 'x'.repeat(65),
    topic: 'x'.repeat(101),
    enabled: 'perhaps',
    reply: [],
  };
  const { status, body } = await api.createIntent({ id_faq_kb: bot, ...bad });
  expect([status, body.errors?.map(({ param }) => param).sort()]).toEqual([422, Object.keys(bad).sort()]);
});

it('shows agents no actions, attributes and replies, and lets them write nothing', async () => {
  const { api, bot, linus, vera } = await newBot();
  const holding = {
    actions: [{ _tdActionType: 'webrequest', key: 'k-1' }],
    attributes: { key: 'k-2' },
    reply: { key: 'k-3' },
  };
  const { body } = await api.createIntent({ id_faq_kb: bot, answer: 'Yes', ...holding });
  expect(body).toMatchObject(holding);
  const agent = service.as(linus);
  const seen = [
    await agent.listIntents({ id_faq_kb: bot }),
    await agent.getIntent({ intent: body._id }),
    await agent.getIntentById({ intent_id: body.intent_id, id_faq_kb: bot }),
  ];
  expect(seen.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(JSON.stringify(seen)).not.toMatch(/k-[123]|actions|attributes|reply/);
  expect((await agent.deleteIntent({ intent: body._id })).status).toBe(403);
  expect((await service.as(vera).listIntents({ id_faq_kb: bot })).status).toBe(403);
  expect(JSON.stringify(await service.outbox(intentCreated))).not.toContain('k-1');
});

it('gives a name to one of many concurrent creates, and names the holder in the conflicts', async () => {
  const { api, bot } = await newBot();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => api.createIntent({ id_faq_kb: bot, intent_display_name: 'hours' })),
  );
  const made = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status !== 200);
  expect([made.length, refused.length]).toEqual([1, 49]);
  const conflict = made[0]?.body._id;
  for (const { status, body } of refused)
    expect([status, body]).toMatchObject([409, { code: 'intent_name_taken', conflict }]);

  const other = await api.createIntent({ id_faq_kb: bot, intent_display_name: 'Hours', intent_id: 'h' });
  expect(other.status).toBe(200);
  const twin = await api.createIntent({ id_faq_kb: bot, intent_id: 'h' });
  expect(twin.body).toMatchObject({ code: 'intent_id_taken', conflict: other.body._id });
  const renamed = await api.updateIntent({ intent: other.body._id, intent_display_name: 'hours' });
  expect(renamed.body).toMatchObject({ code: 'intent_name_taken', conflict });
});

it('takes no more intents than are allowed', async () => {
  const { api, bot } = await newBot();
  const answers = await Promise.all(Array.from({ length: 33 }, () => api.createIntent({ id_faq_kb: bot })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
  expect(answers.find(({ status }) => status !== 200)?.body).toMatchObject({
    code: 'limit_reached',
    limit: 'INTENTS_MAX',
  });
});

it('changes the given fields, clears those that are null, and announces real changes only', async () => {
  const { api, bot } = await newBot();
  const { body: made } = await api.createIntent({
    id_faq_kb: bot,
    question: 'Hi',
    answer: 'Hello',
    attributes: { a: 1, b: 2 },
  });
  const changed = await api.patchIntent({ intent: made._id, question: null, answer: 'Good day', enabled: false });
  expect(changed.body).toMatchObject({ answer: 'Good day', enabled: false, __v: 1 });
  expect(changed.body).not.toHaveProperty('question');
  expect((await api.updateIntent({ intent: made._id, answer: 'Good day' })).body.__v).toBe(1);
  const byId = await api.updateIntentById({ intent_id: made.intent_id, id_faq_kb: bot, topic: 'greetings' });
  expect(byId.body).toMatchObject({ _id: made._id, topic: 'greetings', __v: 2 });
  const merged = await api.mergeIntentAttributes({ intent: made._id }, { body: { a: null, c: 3 } });
  expect(merged.body.attributes).toEqual({ b: 2, c: 3 });

  expect((await api.deleteIntent({ intent: made._id })).body._id).toBe(made._id);
  expect((await api.getIntent({ intent: made._id })).body.code).toBe('intent_not_found');
  const ofThis = ({ data }: { data: { intent: { _id: string } } }) => data.intent._id === made._id;
  expect((await service.outbox(intentUpdated)).filter(ofThis)).toHaveLength(3);
  expect((await service.outbox(intentDeleted)).filter(ofThis)).toHaveLength(1);
});

it('answers the same 404 for an intent or bot of another project as for none', async () => {
  const { api, bot } = await newBot();
  const { body: intent } = await api.createIntent({ id_faq_kb: bot });
  const { api: stranger, bot: own } = await newBot();
  const answers = [
    await stranger.getIntent({ intent: intent._id }),
    await stranger.updateIntent({ intent: intent._id, answer: 'x' }),
    await stranger.deleteIntent({ intent: intent._id }),
    await stranger.getIntentById({ intent_id: intent.intent_id, id_faq_kb: own }),
    await stranger.deleteIntentById({ intent_id: intent.intent_id, id_faq_kb: own }),
  ];
  expect(answers.map(({ body }) => body.code)).toEqual(Array(5).fill('intent_not_found'));
  expect((await stranger.listIntents({ id_faq_kb: bot })).body.code).toBe('bot_not_found');
  expect((await stranger.createIntent({ id_faq_kb: bot })).body.code).toBe('bot_not_found');
  expect((await stranger.listIntents({})).status).toBe(422);
});

it('lists all intents of a bot, or a page of them, by words and by name', async () => {
  const { api, bot } = await newBot();
  for (const name of ['a', 'b', 'c', 'd'])
    await api.createIntent({
      id_faq_kb: bot,
      intent_display_name: name,
      question: `about ${name}`,
      answer: `${name} it is`,
    });
  const namesOf = async (query: Record<string, unknown>) =>
    (await api.listIntents({ id_faq_kb: bot, ...query })).body.map((intent) => intent.intent_display_name);
  expect(await namesOf({})).toEqual(['d', 'c', 'b', 'a']);
  expect(await namesOf({ limit: '0', direction: '1' })).toEqual(['a', 'b', 'c', 'd']);
  expect(await namesOf({ limit: '3', page: '1', sortField: 'intent_display_name', direction: '1' })).toEqual(['d']);
  expect(await namesOf({ text: 'ABOUT C' })).toEqual(['c']);
  expect(await namesOf({ text: 'b it' })).toEqual(['b']);
  expect(await namesOf({ intent_display_name: 'a' })).toEqual(['a']);
  expect((await api.listIntents({ id_faq_kb: bot, sortField: 'answer' })).status).toBe(422);
});

describe('many changes at once', () => {
  it('are all made, in their order', async () => {
    const { api, bot } = await newBot();
    const { body: old } = await api.createIntent({ id_faq_kb: bot, intent_id: 'old', attributes: { a: 1 } });
    const { body: gone } = await api.createIntent({ id_faq_kb: bot });
    const operations = [
      { type: 'post', intent: { intent_id: 'new', answer: 'New' } },
      { type: 'patch', intent: { intent_id: 'old', attributes: { b: 2 } } },
      { type: 'put', intent: { intent_id: 'new', answer: 'Newer' } },
      { type: 'delete', intent: { _id: gone._id } },
    ];
    const { body } = await api.changeIntents({ id_faq_kb: bot, operations });
    expect(body.success).toBe(true);
    expect(body.intents.map(({ _id }) => _id)).toEqual([body.intents[0]?._id, old._id, body.intents[0]?._id, gone._id]);
    expect(body.intents[1]?.attributes).toEqual({ a: 1, b: 2 });
    const left = (await api.listIntents({ id_faq_kb: bot, direction: '1' })).body;
    expect(left.map((intent) => [intent.intent_id, intent.answer])).toEqual([
      ['old', undefined],
      ['new', 'Newer'],
    ]);
  });

  it('are none of them made when one cannot be, and the fault is named', async () => {
    const { api, bot } = await newBot();
    await api.createIntent({ id_faq_kb: bot, intent_display_name: 'hours' });
    const good = { type: 'post', intent: { intent_display_name: 'good' } };
    const attempts = [
      [good, { type: 'post', intent: { intent_display_name: 'hours' } }],
      [good, { type: 'delete', intent: { intent_id: 'unknown' } }],
      [good, { type: 'post', intent: { answer: 7 } }],
      [good, { type: 'drop', intent: {} }],
    ];
    const answers = [];
    for (const operations of attempts) answers.push(await api.changeIntents({ id_faq_kb: bot, operations }));
    expect(answers.map(({ status }) => status)).toEqual([409, 404, 422, 422]);
    expect(answers[2]?.body.errors?.[0]?.param).toBe('operations[1].intent.answer');
    expect(answers[3]?.body.errors?.[0]?.param).toBe('operations[1].type');
    expect((await api.listIntents({ id_faq_kb: bot })).body).toHaveLength(1);
  });
});

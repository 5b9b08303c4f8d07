import { type SharedBots, sharedBots } from '../../test/bots-harness.ts';

let harness: SharedBots;
beforeAll(async () => {
  harness = await sharedBots();
});

const intents = [
  { intent_display_name: 'hours', question: 'When do you open?\nOpening hours', answer: 'At nine.' },
  { intent_display_name: 'place', question: 'Where do you sell?' },
  { intent_display_name: 'off', question: 'When do you open?', enabled: false },
];

it('names the intents that fit a question, the best first, with the phrase that does', async () => {
  const { owner, id } = await harness.bot(intents);
  const ask = async (question: string) => {
    const { status, body } = await owner.askBot({ id_faq_kb: id, question });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.hits.map(({ intent_display_name, score, matched }) => [intent_display_name, score, matched]);
  };
  expect(await ask('WHEN do you open')).toEqual([['hours', 100, 'When do you open?']]);
  expect(await ask('hour of opening')).toEqual([['hours', 100, 'Opening hours']]);
  expect(await ask('sell hours')).toEqual([
    ['place', 67, 'Where do you sell?'],
    ['hours', 50, 'Opening hours'],
  ]);
  expect(await ask('bananas')).toEqual([]);
  expect(await ask('the')).toEqual([]);
  const [hit] = (await owner.askBot({ id_faq_kb: id, question: 'when do you open' })).body.hits;
  expect(hit).toMatchObject({ answer: 'At nine.', actions: [] });
});

it('answers the same to the same, whatever is in it', async () => {
  const { owner, id } = await harness.bot(intents);
  const odd = [
    '&',
    '|',
    '!',
    '(',
    ')',
    ':*',
    "'",
    '\\',
    '%',
    '<->',
    ':* & !',
    '\u{1f600}',
    'x'.repeat(1_000),
    '\\start',
    '/hours',
  ];
  for (const question of odd) {
    const { status } = await owner.askBot({ id_faq_kb: id, question });
    expect([question, status]).toEqual([question, 200]);
  }
  const answers = new Set<string>();
  for (let time = 0; time < 50; time += 1) {
    answers.add(JSON.stringify((await owner.askBot({ id_faq_kb: id, question: 'open hours you' })).body));
  }
  expect(answers.size).toBe(1);
});

it('refuses bots of other projects and external ones', async () => {
  const { owner, people } = await harness.bot();
  const { id: foreign } = await harness.bot(intents);
  const external = await owner.createBot({ name: 'Far', type: 'external', url: 'https://bots.example.com/x' });
  const question = 'When do you open?';
  expect(await owner.askBot({ id_faq_kb: foreign, question })).toMatchObject({
    status: 404,
    body: { code: 'bot_not_found' },
  });
  expect(await owner.askBot({ id_faq_kb: external.body._id, question })).toMatchObject({
    ...{ status: 422, body: { code: 'bot_is_external' } },
  });
  expect((await harness.service.as(people.linus).askBot({ id_faq_kb: foreign, question })).status).toBe(403);
});

it('sees the old intents or the new ones while they are replaced, and never a mixture', async () => {
  const { owner, id, people } = await harness.bot();
  const file = (mark: string) => ({
    intents: Array.from({ length: 300 }, (_, index) => ({
      ...{ intent_display_name: `i${index}`, question: `number ${index}`, answer: mark },
    })),
  });
  const load = (mark: string) =>
    harness.service.send(people.ada, {
      ...{ method: 'post', url: `/v3/${people.projectId}/bots/importjson/${id}?replace=true`, body: file(mark) },
    });
  await load('old');
  const seen: Set<unknown>[] = [];
  let isLoading = true;
  const asking = (async () => {
    while (isLoading) {
      const { hits } = (await owner.askBot({ id_faq_kb: id, question: 'number' })).body;
      expect(hits).toHaveLength(10);
      seen.push(new Set(hits.map(({ answer }) => answer)));
    }
  })();
  for (const mark of ['new', 'old', 'new']) await load(mark);
  isLoading = false;
  await asking;
  expect(seen.filter(({ size }) => size !== 1)).toEqual([]);
  expect(seen.length).toBeGreaterThan(3);
});

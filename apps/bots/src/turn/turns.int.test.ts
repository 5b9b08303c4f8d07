import { type botApi, projectDeleted, requestClosed, requestDeleted, requestParticipantLeft } from '@parley/contracts';
import { eventually } from '@parley/testkit';

import { BotsHarness, type TestConversation } from '../../test/bots-harness.ts';
import { templates } from '../bot/template.ts';

type Template = NonNullable<Parameters<typeof botApi.createBot.body.parse>[0]> & { template: keyof typeof templates };

const harness = new BotsHarness();
beforeAll(async () => {
  await harness.start();
});
afterAll(() => harness.stop());

const fallback = { intent_display_name: 'defaultFallback', answer: 'Pardon?' };
const hours = { intent_display_name: 'hours', question: 'When do you open?', answer: 'At nine.' };

describe('a text is understood', () => {
  it.each([
    ['en', 'What are your opening hours?', 'opening hour'],
    ['en', 'How do I return an item', 'returning items, how?'],
    ['de', 'Wo sind die nächsten Läden', 'der nachste laden'],
    ['fr', 'Où trouver vos magasins ?', 'trouver un magasin'],
    ['it', 'Quali sono gli orari di apertura?', 'orario apertura'],
    ['ru', 'Какие у вас часы работы?', 'час работы'],
    ['ja', '営業時間は何時ですか', '営業時間は'],
    ['zh', '你们几点开门', '几点开门?'],
    ['th', 'ร้านเปิดกี่โมง', 'เปิดกี่โมง'],
    ['xx', 'unu du tri', 'tri du'],
  ])('in %s: %j by %j', async (language, question, text) => {
    const { conversation } = await harness.bot([{ ...hours, question }, fallback], { language });
    expect(await conversation.ask(text)).toEqual(['At nine.']);
    expect(await conversation.ask('qwertz')).toEqual(['Pardon?']);
  });

  it('by any line of a question, whatever its case, accents, blanks and punctuation', async () => {
    const { conversation } = await harness.bot([
      { ...hours, question: 'First\n  Où est le Café ?\nabcdefghijkl' },
      fallback,
    ]);
    for (const text of ['ou est  LE cafe', '¿OÙ EST LE CAFÉ!', 'first.', '/HOURS']) {
      expect(await conversation.ask(text)).toEqual(['At nine.']);
    }
    const pressed = await conversation.say('x', { attributes: { action: 'hours' } });
    expect(pressed?.texts).toEqual(['At nine.']);
  });

  it('never by an intent that is switched off, from the moment that is answered', async () => {
    const { conversation, owner, id } = await harness.bot([hours, fallback]);
    expect(await conversation.ask('when do you open')).toEqual(['At nine.']);
    const [intent] = (await owner.listIntents({ id_faq_kb: id, intent_display_name: 'hours' })).body;
    await owner.updateIntent({ intent: intent?._id ?? '', enabled: false });
    for (const text of ['when do you open', '/hours', 'open'])
      expect(await conversation.ask(text)).toEqual(['Pardon?']);
    await owner.updateIntent({ intent: intent?._id ?? '', enabled: true, answer: 'At ten.' });
    expect(await conversation.ask('when do you open')).toEqual(['At ten.']);
  });
});

it.each(['blank', 'handoff', 'example'] as const)('every button of the template %s leads on', async (template) => {
  const { conversation } = await harness.bot([], { template } as Template);
  const pressed = new Set<string>();
  const press = async (message: object, text: string): Promise<void> => {
    const turn = await conversation.say(text, message);
    for (const said of turn?.says ?? []) {
      if (text !== 'bananas') expect([text, said.attributes.intent_info.is_fallback]).toEqual([text, false]);
      for (const button of said.attributes.attachment?.buttons ?? []) {
        const { type, value, action = '' } = button as Record<string, string>;
        const isNew = type !== 'url' && !pressed.has(`${value}${action}`);
        pressed.add(`${value}${action}`);
        if (isNew) await press(type === 'action' ? { attributes: { action } } : {}, value ?? '');
      }
    }
  };
  await press({}, '\\start');
  await press({}, 'bananas');
  for (const { name } of templates[template]) await press({ attributes: { action: name } }, 'x');
});

describe('a bot', () => {
  it('answers with its published copy, and in drafts with itself', async () => {
    const { conversation, owner, id, people } = await harness.bot([hours]);
    await owner.publishBot({ bot: id });
    const [intent] = (await owner.listIntents({ id_faq_kb: id })).body;
    await owner.updateIntent({ intent: intent?._id ?? '', answer: 'At ten.' });
    const draft = harness.open(people, id);
    draft.extra = { draft: true };
    expect(await conversation.say('When do you open?')).toMatchObject({ bot: id, name: 'Robby', texts: ['At nine.'] });
    expect(await draft.ask('When do you open?')).toEqual(['At ten.']);
  });

  it('in the trash says nothing, and another one that takes part answers', async () => {
    const first = await harness.bot([hours]);
    const second = await harness.bot([{ ...hours, answer: 'I am the second.' }], {}, first.people);
    const conversation = harness.open(first.people, first.id, second.id);
    expect(await conversation.ask('When do you open?')).toEqual(['I am the second.']);
    await first.owner.updateBot({ bot: second.id, trashed: true });
    expect(await conversation.ask('When do you open?')).toEqual(['At nine.']);
    await first.owner.updateBot({ bot: first.id, trashed: true });
    expect(await conversation.ask('When do you open?')).toEqual([]);
  });

  it('uses the labels of the project, and routes to its departments', async () => {
    harness.labels.set('WELCOME', 'Benvenuta');
    harness.departments.set('sales', '66f1e0aa17c2f3a4b5c6d7e8');
    const label = `$\{WELCOME} $\{NOTHING}`;
    const { conversation } = await harness.bot([
      { ...hours, answer: label },
      { intent_display_name: 'sales', actions: [{ _tdActionType: 'department', depName: 'SALES' }] },
    ]);
    expect(await conversation.ask('When do you open?')).toEqual([`Benvenuta $\{NOTHING}`]);
    const moved = await conversation.say('/sales');
    expect(moved).toMatchObject({ move: 'department', department: '66f1e0aa17c2f3a4b5c6d7e8', says: [] });
  });

  it('hands over and closes as its answers say, and says nothing about a command', async () => {
    const { conversation } = await harness.bot([
      { intent_display_name: 'human', answer: 'One moment\n\\agent' },
      { intent_display_name: 'bye', answer: '\\close' },
    ]);
    expect(await conversation.say('/human')).toMatchObject({ move: 'handoff', texts: ['One moment'] });
    expect(await conversation.say('/bye')).toMatchObject({ move: 'close', texts: [] });
  });
});

describe('a form', () => {
  const fields = [
    { name: 'userFullname', type: 'text', label: 'Name?' },
    { name: 'userEmail', type: 'text', label: 'Mail?', regex: '/^\\S+@\\S+$/', errorLabel: 'That is none' },
  ];
  const intents = [
    { intent_display_name: 'order', form: { name: 'f', fields }, answer: 'Thanks {{userFullname}}' },
    fallback,
  ];

  it('fills the lead', async () => {
    const { conversation } = await harness.bot(intents);
    const asked = [];
    for (const text of ['/order', 'Ada', 'nothing', 'ada@a.example']) asked.push(...(await conversation.ask(text)));
    expect(asked).toEqual(['Name?', 'Mail?', 'That is none', 'Thanks Ada']);
    expect(harness.filled.filter(({ id }) => id === conversation.lead)).toMatchObject([
      { fullname: 'Ada' },
      { email: 'ada@a.example' },
    ]);
  });

  it('ends when the bot leaves and when the request is closed', async () => {
    const { conversation, id, people } = await harness.bot(intents);
    const request = () => conversation.request();
    await conversation.ask('/order');
    await harness.publish(people.projectId, requestClosed({ ...closing, request: request() }), {
      partitionkey: conversation.id,
    });
    await harness.service.settled();
    expect(await conversation.ask('Ada')).toEqual(['Pardon?']);
    await conversation.ask('/order');
    const left = {
      request: request(),
      member: `bot_${id}`,
      memberType: 'bot',
      source: 'x',
      reason: 'removed',
    } as const;
    await harness.publish(people.projectId, requestParticipantLeft(left), { partitionkey: conversation.id });
    await harness.service.settled();
    expect(await conversation.ask('Ada')).toEqual(['Pardon?']);
  });

  it('survives a pattern that never ends, without delaying others', async () => {
    const slow = { name: 'x', type: 'text', label: 'X?', regex: '^(a+)+$', errorLabel: 'No' };
    const { conversation, people, id } = await harness.bot([
      { intent_display_name: 'x', form: { name: 'f', fields: [slow] }, answer: 'ok' },
      hours,
    ]);
    const other = harness.open(people, id);
    await conversation.ask('/x');
    const [bad, good] = await Promise.all([conversation.ask(`${'a'.repeat(1_000)}!`), other.ask('When do you open?')]);
    expect([bad, good]).toEqual([['No'], ['At nine.']]);
    expect(await conversation.ask('aaa')).toEqual(['ok']);
  });
});

const closing = { closed_by: 'system', duration: 1, messagesCount: 1, messagesTruncated: false };

describe('stored state', () => {
  const ask = {
    intent_display_name: 'x',
    actions: [{ _tdActionType: 'setattribute-v2', destination: 'seen', operation: { operands: [{ value: 1 }] } }],
  };
  const rows = async (conversation: TestConversation) => {
    const text = `select (select count(*) from session where request = $1)::int + (select count(*) from turn where request = $1)::int
      + (select count(*) from conversation where id = $1 and parameters <> '{}')::int as count`;
    const [row] = await harness.service.db.query<{ count: number }>(text, [conversation.id]);
    return row?.count;
  };

  it('is deleted with its request, and late events do not bring it back', async () => {
    const { conversation, people } = await harness.bot([ask, hours]);
    await conversation.say('/x');
    expect(await rows(conversation)).toBe(2);
    const { id: _id, requestId: request_id } = conversation;
    await harness.publish(people.projectId, requestDeleted({ _id, request_id, ticket_id: '7' }), {
      partitionkey: conversation.id,
    });
    await harness.service.settled();
    expect(await rows(conversation)).toBe(0);
    expect(await conversation.ask('When do you open?')).toEqual([]);
    expect(await rows(conversation)).toBe(0);
  });

  it('is deleted with its bot, except for parameters', async () => {
    const { conversation, owner, id } = await harness.bot([ask]);
    await conversation.say('/x');
    await owner.deleteBot({ bot: id });
    expect(await rows(conversation)).toBe(1);
  });

  it('is erased with its project, whose bots are silent at once', async () => {
    const { conversation, people, id } = await harness.bot([ask, hours]);
    await conversation.say('/x');
    const project = {
      ...{ _id: people.projectId, id: people.projectId, __v: 9, name: 'Acme', status: 0, activeOperatingHours: false },
      ...{ settings: {}, widget: {}, attributes: {}, channels: [], profile: { name: 'free', type: 'free' } },
      ...{ trialExpired: false, trialDaysLeft: 0, isActiveSubscription: true, createdBy: 'ada' },
      ...{ createdAt: new Date().toISOString(), updatedAt: new Date().toISOString() },
    };
    await harness.publish(people.projectId, projectDeleted({ project }));
    await harness.service.settled();
    expect(await conversation.ask('When do you open?')).toEqual([]);
    await harness.service.runJob('erase-projects');
    expect(await rows(conversation)).toBe(2);

    await harness.service.db.query(`update ended_project set ended_at = now() - interval '31 days'`);
    await harness.service.runJob('erase-projects');
    expect(await rows(conversation)).toBe(0);
    const { bots } = harness.service.context;
    expect(await bots.find(people.projectId, id)).toBeUndefined();
    expect(await bots.findAnywhere(id)).toBeUndefined();
  });
});

it('hands over to people after three failed attempts', async () => {
  const { conversation } = await harness.bot([hours]);
  let failures = 0;
  harness.onApply = ({ requestId, messagesJson }) => {
    if (requestId !== conversation.requestId || messagesJson.join().includes('trouble')) return;
    failures += 1;
    throw new Error('a bug');
  };
  const turn = await conversation.say('When do you open?');
  expect(turn).toBeUndefined();
  await eventually(() => expect(conversation.applied).toMatchObject([{ move: 'handoff' }]), { timeoutMs: 15_000 });
  harness.onApply = () => undefined;
  expect(failures).toBe(3);
}, 20_000);

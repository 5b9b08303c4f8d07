import { runTestTurn, runTestTurns, textsOf } from '../../test/engine-harness.ts';

const place = (name: string) => `$\{${name}}`;

describe('an intent', () => {
  const intents = [
    { name: 'hours', question: 'when do you open', answer: 'At nine.' },
    { name: 'start', answer: 'Welcome' },
    { name: 'empty', question: 'nothing' },
    { name: 'odd', question: 'odd one', actions: [{ _tdActionType: 'wait' }, { _tdActionType: 'jsonrequest' }] },
    { name: 'defaultFallback', answer: 'Pardon?' },
  ];

  it.each([
    ['When do you open?', 'At nine.'],
    ['so when do you open then', 'At nine.'],
    ['/hours', 'At nine.'],
    ['/HOURS?x=1', 'At nine.'],
    ['\\start', 'Welcome'],
    ['/start', 'Welcome'],
    ['/unknown', 'Pardon?'],
    ['bananas', 'Pardon?'],
    ['nothing', 'Pardon?'],
    ['odd one', 'Pardon?'],
    ['', 'Pardon?'],
    ['\\agent', 'Pardon?'],
    ['\\close', 'Pardon?'],
  ])('is found for %j', (text, answer) => {
    const draft = runTestTurn(text, { intents });
    expect(textsOf(draft)).toEqual([answer]);
    expect(draft.move).toEqual({ kind: 'none' });
  });

  it('is found by an action, whatever the text', () => {
    const message = { attributes: { action: '#id-hours' } };
    expect(textsOf(runTestTurn('bananas', { intents, message }))).toEqual(['At nine.']);
  });

  it('answers only the requester, unless it is called by name', () => {
    const others = { intents, fromRequester: false };
    expect(textsOf(runTestTurn('When do you open?', others))).toEqual([]);
    expect(textsOf(runTestTurn('/unknown', others))).toEqual([]);
    expect(textsOf(runTestTurn('/hours', others))).toEqual(['At nine.']);
    expect(textsOf(runTestTurn('\\start', others))).toEqual(['Welcome']);
  });

  it('says nothing at the start of a bot that has no start', () => {
    expect(runTestTurn('/start').messages).toEqual([]);
    expect(textsOf(runTestTurn('\\start', { intents: [{ name: 'x', question: '\\start', answer: 'Hi' }] }))).toEqual([
      'Hi',
    ]);
  });

  it('matches from the threshold of its bot on', () => {
    const at = (match_threshold: number) => ({ intents, bot: { attributes: { match_threshold } } });
    expect(textsOf(runTestTurn('when do shops open', at(0.75)))).toEqual(['At nine.']);
    expect(textsOf(runTestTurn('when do shops open', at(0.76)))).toEqual(['Pardon?']);
  });

  it('attaches its name and the confidence to the message', () => {
    const attributes = { color: 'red', nextBlockAction: { _tdActionType: 'none', key: 'secret' } };
    const own = [
      { ...intents[0], name: 'hours', attributes },
      { name: 'shop', question: 'do you open shop' },
    ];
    const [message] = runTestTurn('when do you open tomorrow', { intents: own, bot: { language: 'it' } }).messages;
    expect(message).toEqual({
      text: 'At nine.',
      type: 'text',
      language: 'it',
      attributes: {
        ...{ color: 'red', _raw_message: 'At nine.', _answerid: 'i0' },
        intent_info: {
          ...{ intent_name: 'hours', is_fallback: false, confidence: 89 },
          question_payload: { _id: 'm1', text: 'when do you open tomorrow' },
          others: [{ intent_name: 'shop', confidence: 67 }],
        },
      },
    });
    const [fallback] = runTestTurn('bananas', { intents }).messages;
    expect(fallback?.attributes.intent_info).toMatchObject({
      ...{ intent_name: 'DEFAULT_FALLBACK', is_fallback: true, confidence: 0 },
    });
  });
});

describe('a fallback', () => {
  it.each([
    ['de', 'en', 'Das habe ich leider nicht verstanden. Können Sie es anders sagen?'],
    ['xx', 'it', 'Mi dispiace, non ho capito. Puoi dirlo in un altro modo?'],
    [undefined, 'ja', 'Sorry, I did not understand that. Could you put it differently?'],
  ])('has words of its own in %s, else in %s', (language, ofBot, text) => {
    const bot = { language: ofBot };
    expect(textsOf(runTestTurn('?', { bot, request: language ? { language } : {} }))).toEqual([text]);
  });

  it('is an intent with that phrase, too', () => {
    const intents = [{ name: 'x', question: 'defaultFallback', answer: 'Hm?' }];
    expect(textsOf(runTestTurn('bananas', { intents }))).toEqual(['Hm?']);
  });

  it('hands over after so many in a row', () => {
    const intents = [{ name: 'hours', question: 'hours', answer: 'At nine.' }];
    const bot = { attributes: { handoff_after_fallbacks: 2 } };
    const moves = runTestTurns(['a', 'hours', 'b', 'c', 'd'], { intents, bot }).map(({ move }) => move.kind);
    expect(moves).toEqual(['none', 'none', 'none', 'handoff', 'none']);
  });
});

describe('an answer', () => {
  const answerOf = (answer: string, scenario = {}) =>
    runTestTurn('x', { intents: [{ name: 'x', question: 'x', answer }], ...scenario });

  it('with a command in it moves the request, after its words', () => {
    const moved = (text: string) => {
      const draft = answerOf(text);
      return [textsOf(draft), draft.move.kind];
    };
    expect(moved('One moment\n\\agent')).toEqual([['One moment'], 'handoff']);
    expect(moved('\\agent')).toEqual([[], 'handoff']);
    expect(moved('\\agent Bye \\close.')).toEqual([['Bye .'], 'close']);
    expect(moved('say \\agents or a\\agent')).toEqual([['say \\agents or a\\agent'], 'none']);
  });

  it('is read for images and buttons before it is filled', () => {
    const answer = [
      'tdImage,w2 h3:https://a.example/{{name}}.png',
      `Hello {{name}} and ${place('name')}, not {{unknown}}, {{ name }}`,
      '* Call {{name}} https://a.example/?q={{name}}',
      '* {{name}} tdAction:{{name}}',
    ].join('\n');
    const [message] = answerOf(answer, { parameters: { name: 'A b&c' } }).messages;
    expect(message).toMatchObject({
      text: 'Hello A b&c and A b&c, not {{unknown}}, {{ name }}',
      type: 'image',
      metadata: { src: 'https://a.example/A%20b%26c.png', width: 2, height: 3 },
    });
    expect(message?.attributes.attachment).toEqual({
      type: 'template',
      buttons: [
        { type: 'url', value: 'Call A b&c', link: 'https://a.example/?q=A%20b%26c', target: 'blank' },
        { type: 'action', value: 'A b&c', action: '{{name}}', show_echo: false },
      ],
    });
    expect(message?.attributes._raw_message).toBe(answer);
  });

  const hostile = [
    '\\close',
    'bye \\agent',
    '\\',
    '\\webhook:https://evil.example',
    'tdImage:https://evil.example/x.png',
    '\\image:https://evil.example/x.png',
    '* x tdAction:y',
    '* x https://evil.example',
    'x\n* y\n\\close',
    '{{chatbot_id}}',
    place('lastUserText'),
    '{{key}}',
    '<img src=x onerror=alert(1)>',
    place('LABEL'),
  ];
  it.each(hostile)('that quotes %j executes nothing in it', (words) => {
    const answer = `{{lastUserText}}\n{{said}}\n${place('said')}\n* {{said}}\n[x](https://a.example/?q={{said}})\n{{lastUserText}}`;
    const globals = [{ key: 'key', value: 'top-secret' }];
    const draft = answerOf(answer, {
      ...{ parameters: { said: words }, labels: { LABEL: 'a label' }, bot: { attributes: { globals } } },
      message: { text: words, attributes: { action: 'x', payload: { more: words } } },
    });
    const [message] = draft.messages;
    const encoded = encodeURIComponent(words);
    expect(message).toMatchObject({
      text: `${words}\n${words}\n${words}\n[x](https://a.example/?q=${encoded})\n${words}`,
      type: 'text',
      attributes: { attachment: { buttons: [{ type: 'text', value: words }] } },
    });
    expect(message?.metadata).toBeUndefined();
    expect(draft.move).toEqual({ kind: 'none' });
    expect(draft.parameters).toEqual({ said: words, more: words });
  });

  it('takes the project’s labels first, and what the engine knows before parameters and globals', () => {
    const globals = [{ key: 'crm', value: 'https://crm' }, { key: 'name', value: 'hidden' }, null];
    const draft = answerOf(`${place('HELLO')} {{name}} {{crm}} {{ticketId}} {{chatbot_name}} {{user_city}}`, {
      ...{ labels: { HELLO: 'Ciao' }, parameters: { name: { first: 'Ada' } }, bot: { attributes: { globals } } },
      request: { ticket_id: '7' },
    });
    expect(textsOf(draft)).toEqual(['Ciao {"first":"Ada"} https://crm 7 Robby {{user_city}}']);
  });

  it('is cut where a turn has said enough', () => {
    const reply = { _tdActionType: 'reply', text: 'x'.repeat(20_000) };
    const long = runTestTurn('x', { intents: [{ name: 'x', question: 'x', actions: Array(12).fill(reply) }] });
    expect(long.messages.map(({ text }) => text.length)).toEqual([20_000, 20_000, 20_000, 5_536]);
    const short = { _tdActionType: 'reply', text: 'x' };
    const many = runTestTurn('x', { intents: [{ name: 'x', question: 'x', actions: Array(12).fill(short) }] });
    expect(many.messages).toHaveLength(10);
  });

  it('survives what has grown too large to be stored', () => {
    const draft = answerOf(`Words\n${'* {{big}}\n'.repeat(20)}`, { parameters: { big: 'x'.repeat(10_000) } });
    expect(textsOf(draft)).toEqual(['Words']);
    expect(draft.messages[0]?.attributes.attachment).toBeUndefined();
  });
});

describe('a webhook', () => {
  const bot = { webhookEnabled: true, webhookUrl: 'https://own.example/' };
  const intents = [{ name: 'x', question: 'x', answer: '\\webhook\nStatic', webhookEnabled: false }];

  it('gives the words, and parameters', () => {
    const webhook = () => ({ text: 'Hi {{a}} \\webhook \\agent', parameters: { a: 1, _b: 2 }, attributes: { c: 3 } });
    const draft = runTestTurn('x', { intents, bot, webhook });
    expect(draft.messages).toMatchObject([{ text: 'Hi 1 \\webhook', attributes: { c: 3 } }]);
    expect([draft.parameters, draft.move, draft.dropped]).toEqual([{ a: 1 }, { kind: 'handoff' }, 1]);
  });

  it('is called where the answer says, else at the address of the bot, and not without one', () => {
    const urls: string[] = [];
    const webhook = ({ url }: { url: string }) => {
      urls.push(url);
      return 'failed' as const;
    };
    const at = (answer: string, webhookEnabled: boolean) => [{ name: 'x', question: 'x', answer, webhookEnabled }];
    expect(
      textsOf(runTestTurn('x', { bot, webhook, intents: at('\\webhook:https://other.example/ \nStatic', false) })),
    ).toEqual(['Static']);
    expect(textsOf(runTestTurn('x', { bot, webhook, intents: at('Static', true) }))).toEqual(['Static']);
    expect(urls).toEqual(['https://other.example/', 'https://own.example/']);

    runTestTurn('x', { bot, webhook, intents: at('Static', false) });
    runTestTurn('x', { bot: { ...bot, webhookUrl: null }, webhook, intents: at('Static', true) });
    runTestTurn('x', { bot: { ...bot, webhookEnabled: false }, webhook, intents: at('\\webhook', true) });
    expect(urls).toHaveLength(2);
  });

  it('that fails leaves the static answer, or a fallback; three times in a row, people', () => {
    const drafts = runTestTurns(['x', 'x', 'x', 'x'], { intents, bot, webhook: () => 'failed' });
    expect(drafts.map(({ move }) => move.kind)).toEqual(['none', 'none', 'handoff', 'none']);
    expect(drafts.map(textsOf)[0]).toEqual(['Static']);
    expect(drafts.map(textsOf)[2]).toEqual(['I am having trouble answering; a colleague takes over from here.']);
    const bare = runTestTurn('x', {
      intents: [{ name: 'x', question: 'x', answer: '\\webhook' }],
      bot,
      webhook: () => 'failed',
    });
    expect(bare.answered).toBe('fallback');
  });

  it('with an open circuit hands over to people at once', () => {
    const draft = runTestTurn('x', { intents, bot, webhook: () => 'suspended' });
    expect([draft.move.kind, draft.messages.length]).toEqual(['handoff', 1]);
  });

  it('is called three times in a turn, not more', () => {
    let calls = 0;
    const webhook = () => {
      calls += 1;
      return { text: '' };
    };
    const next = { nextBlockAction: { _tdActionType: 'intent', intentName: 'x' } };
    const round = [{ name: 'x', question: 'x', webhookEnabled: true, answer: 'y', attributes: next }];
    runTestTurn('x', { intents: round, bot, webhook });
    expect(calls).toBe(3);
  });
});

describe('a conversation', () => {
  const intents = [{ name: 'x', question: 'x', answer: 'y' }];

  it('of too many turns in a minute goes to people once, and then the bot is silent', () => {
    const drafts = runTestTurns(Array(34).fill('x'), { intents });
    expect(drafts.map(({ move }) => move.kind)).toEqual([
      ...Array(30).fill('none'),
      'handoff',
      ...Array(3).fill('none'),
    ]);
    expect(drafts.map(({ messages }) => messages.length)).toEqual([...Array(31).fill(1), ...Array(3).fill(0)]);
  });

  it('may go on for long, if it is slow; 500 turns are enough', () => {
    const session = { turns: 499, recent: [1_000] };
    const [last, over] = runTestTurns(['x', 'x'], { intents, session, now: 61_001 });
    expect([last?.move.kind, over?.move.kind]).toEqual(['none', 'handoff']);
  });

  it('keeps what the requester sends along, and nothing of others', () => {
    const message = { attributes: { payload: { a: 1, _b: 2, token: 3, chatbot_id: 4 } } };
    expect(runTestTurn('x', { intents, message })).toMatchObject({ parameters: { a: 1 }, dropped: 3 });
    expect(runTestTurn('/x', { intents, message, fromRequester: false }).parameters).toEqual({});
    expect(runTestTurn("/x{'b':2}", { intents }).parameters).toEqual({ b: 2 });
  });
});

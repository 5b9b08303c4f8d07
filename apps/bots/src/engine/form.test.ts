import { runTestTurns, textsOf } from '../../test/engine-harness.ts';

describe('a form', () => {
  const fields = [
    { name: 'userFullname', type: 'text', label: 'Your name?' },
    { name: 'bad name', type: 'text', label: 'Never asked' },
    {
      name: 'userEmail',
      type: 'text',
      label: 'Mail, {{userFullname}}?',
      regex: '^\\S+@\\S+$',
      errorLabel: 'No address',
    },
  ];
  const form = { name: 'f', cancelCommands: ['Stop'], cancelReply: 'Stopped', fields };
  const intents = [
    { name: 'order', question: 'order', form, answer: 'Thanks {{userFullname}} {{userEmail}}' },
    { name: 'start', answer: 'Welcome' },
  ];

  it('asks for what is not known, and then answers', () => {
    const drafts = runTestTurns(['order', 'Ada \\close', 'nonsense', 'ada@a.example', 'order'], { intents });
    expect(drafts.map(textsOf)).toEqual([
      ['Your name?'],
      ['Mail, Ada \\close?'],
      ['No address'],
      ['Thanks Ada \\close ada@a.example'],
      ['Thanks Ada \\close ada@a.example'],
    ]);
    expect(drafts[3]?.lead).toEqual({ email: 'ada@a.example' });
    expect(drafts[1]?.messages[0]?.attributes.updateUserFullname).toBe('Ada \\close');
    expect(drafts[3]?.messages[0]?.attributes.updateUserEmail).toBe('ada@a.example');
    expect(drafts.map(({ move }) => move.kind)).toEqual(Array(5).fill('none'));
  });

  it('ends by a cancel command in any case, and by another intent that is called', () => {
    const drafts = runTestTurns(['order', 'sToP', 'order', '/start', 'bananas'], { intents });
    expect(drafts.map(textsOf).slice(0, 4)).toEqual([['Your name?'], ['Stopped'], ['Your name?'], ['Welcome']]);
    expect(drafts[4]?.messages[0]?.attributes.intent_info).toMatchObject({ is_fallback: true });
  });

  it('stays as it began, whatever becomes of its intent', () => {
    const [begun] = runTestTurns(['order'], { intents });
    const edited = [{ ...intents[0], name: 'order', form: { fields: [] }, answer: 'Changed' }];
    const on = runTestTurns(['Ada', 'a@b'], { intents: edited, session: begun?.session });
    expect(on.map(textsOf)).toEqual([['Mail, Ada?'], ['Thanks Ada a@b']]);
    expect(runTestTurns(['Ada', 'a@b'], { session: begun?.session }).map(textsOf)).toEqual([
      ['Mail, Ada?'],
      ['Thanks Ada a@b'],
    ]);
  });

  it('takes no file for a value', () => {
    const drafts = runTestTurns(['order', ''], { intents });
    expect(drafts.map(textsOf)).toEqual([['Your name?'], ['Your name?']]);
  });
});

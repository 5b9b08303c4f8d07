import { talk, textsOf } from '../../test/tell.ts';

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
    const told = talk(['order', 'Ada \\close', 'nonsense', 'ada@a.example', 'order'], { intents });
    expect(told.map(textsOf)).toEqual([
      ['Your name?'],
      ['Mail, Ada \\close?'],
      ['No address'],
      ['Thanks Ada \\close ada@a.example'],
      ['Thanks Ada \\close ada@a.example'],
    ]);
    expect(told[3]?.lead).toEqual({ email: 'ada@a.example' });
    expect(told[1]?.messages[0]?.attributes.updateUserFullname).toBe('Ada \\close');
    expect(told[3]?.messages[0]?.attributes.updateUserEmail).toBe('ada@a.example');
    expect(told.map(({ move }) => move.kind)).toEqual(Array(5).fill('none'));
  });

  it('ends by a cancel command in any case, and by another intent that is called', () => {
    const told = talk(['order', 'sToP', 'order', '/start', 'bananas'], { intents });
    expect(told.map(textsOf).slice(0, 4)).toEqual([['Your name?'], ['Stopped'], ['Your name?'], ['Welcome']]);
    expect(told[4]?.messages[0]?.attributes.intent_info).toMatchObject({ is_fallback: true });
  });

  it('stays as it began, whatever becomes of its intent', () => {
    const [begun] = talk(['order'], { intents });
    const edited = [{ ...intents[0], name: 'order', form: { fields: [] }, answer: 'Changed' }];
    const on = talk(['Ada', 'a@b'], { intents: edited, session: begun?.session });
    expect(on.map(textsOf)).toEqual([['Mail, Ada?'], ['Thanks Ada a@b']]);
    expect(talk(['Ada', 'a@b'], { session: begun?.session }).map(textsOf)).toEqual([
      ['Mail, Ada?'],
      ['Thanks Ada a@b'],
    ]);
  });

  it('takes no file for a value', () => {
    const told = talk(['order', ''], { intents });
    expect(told.map(textsOf)).toEqual([['Your name?'], ['Your name?']]);
  });
});

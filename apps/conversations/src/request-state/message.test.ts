import { supportRequest } from '../../test/support-request.ts';
import { commanded, interpreted } from './content.ts';
import { audienceOf, firstTextOf, withoutControlKeys } from './message.ts';
import { render } from './service-line.ts';

const content = (text: string, attributes: Record<string, unknown> = {}) => ({
  text,
  type: 'text' as const,
  metadata: null,
  attributes,
});

describe('audience', () => {
  it.each([
    ['requester', {}, 'all'],
    ['requester', { subtype: 'info' }, 'own'],
    ['requester', { subtype: 'info/support' }, 'own'],
    ['requester', { info: true }, 'own'],
    ['requester', { hidden: true }, 'own'],
    ['requester', { hidden: 'true' }, 'all'],
    ['requester', { subtype: 'information' }, 'all'],
    ['human', { subtype: 'info' }, 'team'],
    ['bot', { hidden: true }, 'team'],
    ['bot', { hidden: true, updateUserEmail: 'a@b.example' }, 'service'],
    ['bot', { updateUserEmail: 'a@b.example' }, 'all'],
    ['human', { subtype: 'private' }, 'private'],
    ['human', { subtype: 'private/x' }, 'private'],
    ['human', { private: true }, 'private'],
    ['human', { private: true, hidden: true, updateUserEmail: 'a' }, 'private'],
    ['system', { subtype: 'info', messagelabel: { key: 'MEMBER_JOINED_GROUP' } }, 'service'],
    ['system', { subtype: 'info', messagelabel: { key: 'TOUCHING_OPERATOR' } }, 'team'],
    ['human', { subtype: 'info', messagelabel: { key: 'CHAT_CLOSED' } }, 'team'],
  ] as const)('of %s with %j is %s', (side, attributes, audience) => {
    expect(audienceOf(side, attributes)).toBe(audience);
  });
});

it('keeps control keys and what only the server writes out of the attributes of a request', () => {
  const attributes = {
    shop: 'eu',
    subtype: 'info',
    updateUserEmail: 'x',
    fully_abandoned: true,
    action: 1,
    userName: 'z',
  };
  expect(withoutControlKeys(attributes)).toEqual({ shop: 'eu', userName: 'z' });
});

it('knows a request by the type of a first message without text', () => {
  expect(firstTextOf({ text: ' ', type: 'image' })).toBe('Image');
  expect(firstTextOf({ text: 'Hi', type: 'image' })).toBe('Hi');
});

describe('micro-language', () => {
  it('is read only when asked for, and loses nothing the caller sent', () => {
    const asked = interpreted(content('Choose\n* Yes', { microlanguage: 'true', mine: 1 }));
    expect(asked).toMatchObject({
      text: 'Choose',
      attributes: {
        mine: 1,
        _raw_message: 'Choose\n* Yes',
        attachment: { type: 'template', buttons: [{ type: 'text', value: 'Yes' }] },
      },
    });
    expect(asked.attributes).not.toHaveProperty('microlanguage');
    const plain = content('Choose\n* Yes', { microlanguage: 1 });
    expect(interpreted(plain)).toBe(plain);
  });
});

describe('commands', () => {
  it.each([
    ['bye \\close', 'close', 'bye'],
    ['x\\close', 'close', 'x'],
    ['wait\n\\agent  ', 'agent', 'wait'],
    ['\\close \\agent', 'close', '\\close'],
    ['\\agent', 'agent', '\\agent'],
  ])('%j is %s', (text, command, rest) => {
    const read = commanded(content(text));
    expect({ command: read.command, text: read.content.text }).toEqual({ command, text: rest });
  });

  it('leave a hidden line when nothing else was said', () => {
    expect(commanded(content('\\agent')).content.attributes).toEqual({ subtype: 'info' });
    expect(commanded(content('ok \\agent')).content.attributes).toEqual({});
  });

  it.each(['\\close it', '\\agents', 'close'])('are not read in %j', (text) => {
    expect(commanded(content(text)).command).toBeUndefined();
  });

  it('are not read in private messages', () => {
    expect(commanded(content('\\close', { subtype: 'private' })).command).toBeUndefined();
  });
});

describe('service lines', () => {
  const name = () => ({ fullname: 'Grace Hopper', firstname: 'Grace', lastname: 'Hopper' });
  const request = supportRequest({ subject: null, firstText: `Hello:\n${'x'.repeat(100)}` });

  it.each([
    [
      { key: 'MEMBER_JOINED_GROUP', member: 'grace' },
      'Grace Hopper joined the conversation',
      {
        subtype: 'info',
        updateconversation: true,
        messagelabel: {
          key: 'MEMBER_JOINED_GROUP',
          parameters: { member_id: 'grace', fullname: 'Grace Hopper', firstname: 'Grace', lastname: 'Hopper' },
        },
      },
    ],
    [
      { key: 'MEMBER_LEFT_GROUP', member: 'grace' },
      'Grace Hopper left the conversation',
      {
        subtype: 'info',
        updateconversation: true,
        messagelabel: { key: 'MEMBER_LEFT_GROUP', parameters: { member_id: 'grace', fullname: 'Grace Hopper' } },
      },
    ],
    [
      { key: 'TOUCHING_OPERATOR', member: 'grace' },
      `You have a new conversation: Hello: ${'x'.repeat(73)}`,
      {
        subtype: 'info',
        updateconversation: true,
        updateconversationfor: ['grace'],
        forcenotification: true,
        messagelabel: { key: 'TOUCHING_OPERATOR', parameters: {} },
      },
    ],
    [
      { key: 'CHAT_CLOSED', closedBy: 'grace' },
      'The conversation was closed',
      {
        subtype: 'info/support',
        updateconversation: false,
        messagelabel: { key: 'CHAT_CLOSED', parameters: { closed_by: 'grace' } },
      },
    ],
    [
      { key: 'CHAT_REOPENED' },
      'The conversation was reopened',
      {
        subtype: 'info/support',
        updateconversation: true,
        messagelabel: { key: 'CHAT_REOPENED', parameters: {} },
      },
    ],
  ] as const)('%j', (line, text, attributes) => {
    expect(render(line, request, name)).toEqual({ text, attributes });
  });
});

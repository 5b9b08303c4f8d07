import fc from 'fast-check';

import {
  type Action,
  actionKinds,
  kindOf,
  membersOf,
  messagesOf,
  newAction,
  withMember,
  withMessage,
  withNewMessage,
  withoutMessage,
} from './actions.ts';

const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const command = fc.oneof(
  json,
  fc.record({
    type: fc.constantFrom('message', 'wait'),
    message: fc.oneof(json, fc.record({ text: fc.string(), attributes: json })),
  }),
);
const anyAction = fc.oneof(
  fc.dictionary(fc.string(), json),
  fc.record(
    {
      _tdActionType: fc.oneof(fc.constantFrom(...actionKinds), fc.string()),
      text: fc.oneof(fc.string(), json),
      intentName: fc.oneof(fc.string(), json),
      attributes: fc.oneof(json, fc.record({ commands: fc.array(command), other: json })),
      strange: json,
    },
    { requiredKeys: [] },
  ),
);

/** The action without what an edit may touch: its texts. */
function untouched(action: Action, at: number): unknown {
  return withMessage(action, at, '');
}

it('changes nothing of an action but the text that is edited', () => {
  fc.assert(
    fc.property(anyAction, fc.string(), fc.nat(), (action, text, choice) => {
      const before = JSON.stringify(action);
      const kind = kindOf(action);
      const messages = kind === 'reply' || kind === 'randomreply' ? (messagesOf(action) ?? []) : [];
      const message = messages[choice % Math.max(1, messages.length)];
      if (message) {
        const edited = withMessage(action, message.at, text);
        expect(messagesOf(edited)?.find(({ at }) => at === message.at)?.text).toBe(text);
        expect(untouched(edited, message.at)).toEqual(untouched(action, message.at));
        expect(withMessage(edited, message.at, message.text)).toEqual(withMessage(action, message.at, message.text));
      }
      for (const name of kind ? membersOf[kind] : [])
        expect(withMember(action, name, text)).toEqual({ ...action, [name]: text });
      expect(JSON.stringify(action)).toBe(before);
    }),
    { numRuns: 2000 },
  );
});

it('has no form for an action that it could not keep as it is', () => {
  const strange: unknown[] = [
    { _tdActionType: 'webrequest', url: 'https://x.example' },
    { _tdActionType: 'intent', intentName: 7 },
    { _tdActionType: 'reply', attributes: { commands: 'x' } },
    { _tdActionType: 'reply', text: ['x'] },
    null,
    'reply',
    [],
  ];
  expect(strange.map(kindOf)).toEqual(strange.map(() => undefined));
  expect(actionKinds.map((kind) => kindOf(newAction(kind)))).toEqual([...actionKinds]);
});

it('adds and removes messages of a reply beside its other commands', () => {
  const wait = { type: 'wait', time: 500 };
  const action = { _tdActionType: 'reply', attributes: { commands: [wait] } };
  const added = withMessage(withNewMessage(action), 1, 'Hello');
  expect(messagesOf(added)).toEqual([{ at: 1, text: 'Hello' }]);
  expect(withoutMessage(added, 1)).toEqual(action);

  const lone = withNewMessage({ _tdActionType: 'reply', text: 'Hi' });
  expect(messagesOf(lone)).toEqual([
    { at: 0, text: 'Hi' },
    { at: 1, text: '' },
  ]);
});

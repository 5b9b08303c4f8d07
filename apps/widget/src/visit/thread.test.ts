import type { MessageView } from '@parley/sdk';

import { mergeMessages, partOf, threadItems } from './thread.ts';

function message(seq: number, change: Partial<MessageView> = {}): MessageView {
  return {
    seq,
    __v: 0,
    sender: 'ada',
    text: `text ${seq}`,
    attributes: {},
    status: 200,
    createdAt: new Date(2026, 0, 1, 12, seq).toISOString(),
    ...change,
  } as MessageView;
}

it.each([
  ['message', {}],
  ['hidden', { attributes: { subtype: 'info' } }],
  ['hidden', { attributes: { subtype: 'info/x' } }],
  ['hidden', { attributes: { hidden: true } }],
  ['hidden', { attributes: { info: true } }],
  ['hidden', { attributes: { private: true } }],
  ['hidden', { attributes: { subtype: 'private' } }],
  ['hidden', { sender: 'system', attributes: { messagelabel: { key: 'TOUCHING_OPERATOR' }, subtype: 'info' } }],
  ['hidden', { sender: 'system' }],
  ['service', { sender: 'system', attributes: { messagelabel: { key: 'CHAT_CLOSED' }, subtype: 'info/support' } }],
  ['message', { attributes: { subtype: 'information' } }],
] as const)('is %s: %j', (part, change) => {
  expect(partOf(message(1, change as Partial<MessageView>))).toBe(part);
});

it('orders by place and keeps the later state, in whatever order pages and frames come', () => {
  const seen = message(2, { __v: 1, status: 300 });
  expect(mergeMessages([message(1), message(3)], [seen, message(2)])).toEqual([message(1), seen, message(3)]);
  const known = [message(1)];
  expect(mergeMessages(known, [message(1)])).toBe(known);
});

it('groups what one sender has written within five minutes, and begins each day', () => {
  const items = threadItems(
    [
      message(1),
      message(2),
      message(3, { sender: 'vera' }),
      message(4, { attributes: { hidden: true } }),
      message(5, { createdAt: new Date(2026, 0, 2, 9).toISOString() }),
    ],
    'vera',
  );
  expect(
    items.map(({ message: { seq }, isOwn, isFirst, isLast, day }) => [seq, isOwn, isFirst, isLast, day !== undefined]),
  ).toEqual([
    [1, false, true, false, true],
    [2, false, false, true, false],
    [3, true, true, true, false],
    [5, false, true, true, true],
  ]);
});

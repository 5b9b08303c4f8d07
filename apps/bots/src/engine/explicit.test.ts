import { explicitOf } from './explicit.ts';

const none = { parameters: {} };

it.each([
  ['/start', { word: 'start', ...none }],
  [' \\start ', { word: 'start', ...none }],
  ['/open hours', { word: 'open hours', ...none }],
  ['/hours?from=menu', { word: 'hours', ...none }],
  ['/order{"number":7}', { word: 'order', parameters: { number: 7 } }],
  ["/order{'number':'a?b'}", { word: 'order', parameters: { number: 'a?b' } }],
  ['/order{nonsense}', { word: 'order{nonsense}', ...none }],
  ['/#7c1', { word: '#7c1', ...none }],
])('%j calls an intent', (text, explicit) => {
  expect(explicitOf({ text, attributes: {} })).toEqual(explicit);
});

it.each(['', '/', '//', '/ start', 'go /start', '/start\nnow', '\\start now', '\\agent', '\\close'])(
  '%j is a text like any other',
  (text) => {
    expect(explicitOf({ text, attributes: {} })).toBeUndefined();
  },
);

it('an action counts more than the text, if it is one', () => {
  expect(explicitOf({ text: 'Yes', attributes: { action: 'yes_action' } })).toEqual({ word: 'yes_action', ...none });
  for (const action of ['', ' ', 7, null, {}])
    expect(explicitOf({ text: 'Yes', attributes: { action } })).toBeUndefined();
});

import {
  type Action,
  draftsOf,
  isWhole,
  newAction,
  offeredTypes,
  snoozes,
  snoozeWordOf,
  snoozeWords,
  tagsIn,
} from './actions.ts';

it.each(offeredTypes)('a new %s is whole only when it needs nothing', (type) => {
  const needsNothing = ['set_priority', 'set_sla', 'snooze', 'wake', 'close', 'reopen'];
  expect(isWhole(newAction(type))).toBe(needsNothing.includes(type));
});

it.each([
  { type: 'send_message', text: ' \n' },
  { type: 'add_tags', tags: [] },
  { type: 'assign', to: '' },
  { type: 'notify', people: [], text: 'Look' },
  { type: 'send_survey', survey: '' },
] satisfies Action[])('%j is not whole', (action) => {
  expect(isWhole(action)).toBe(false);
});

it.each([
  { type: 'send_message', text: 'Hello' },
  { type: 'add_tags', tags: ['vip'] },
  { type: 'assign', to: 'nobody' },
  { type: 'set_sla', policy: null },
  { type: 'close', survey: false },
  { type: 'emit', name: 'paid', attributes: { amount: 7 } },
] satisfies Action[])('%j is whole', (action) => {
  expect(isWhole(action)).toBe(true);
});

it.each(snoozeWords)('knows the snooze "%s" again', (word) => {
  expect(snoozeWordOf({ type: 'snooze', ...snoozes[word] })).toBe(word);
});

it.each([{ until: '2026-01-01T00:00:00.000Z' }, { in: 60_001 }, { opening: 2 }])(
  'offers no snooze like %j',
  (snooze) => {
    expect(snoozeWordOf({ type: 'snooze', ...snooze })).toBeUndefined();
  },
);

it('takes tags one by one, each once', () => {
  expect(tagsIn(' vip, late delivery ,,vip')).toEqual(['vip', 'late delivery']);
  expect(tagsIn(' ')).toEqual([]);
});

it('keeps what forms do not offer', () => {
  const actions = [{ type: 'emit' as const, name: 'paid', attributes: { amount: 7 } }];
  expect(draftsOf(actions).map(({ action }) => action)).toEqual(actions);
});

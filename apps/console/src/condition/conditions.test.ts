import * as fc from 'fast-check';

import {
  type Condition,
  conditionOf,
  corrected,
  durationOf,
  durationText,
  type Filter,
  filterOf,
  isComplete,
  jsonFields,
  kindsOf,
  operatorsOf,
  plainFields,
  takesList,
  takesValue,
} from './conditions.ts';

// Times are shown in the browser's zone.
const { TZ } = process.env;
beforeAll(() => {
  process.env.TZ = 'Europe/Rome';
});
afterAll(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

const fields = [...Object.keys(plainFields), ...jsonFields];
const empty: Condition = { key: 'k', field: 'fullname', path: '', operator: '=', kind: 'text', value: '' };

it.each<[string, Filter]>([
  ['a text', { field: 'country', operator: '=', value: 'Italy' }],
  ['a list of texts', { field: 'tags', operator: 'in', value: ['vip', 'new, or not'] }],
  ['nothing', { field: 'email', operator: 'is null' }],
  ['a time', { field: 'createdAt', operator: '>=', value: '2026-03-29T01:30:00.000Z' }],
  ['a time to the millisecond', { field: 'updatedAt', operator: '=', value: '2026-03-29T01:30:12.345Z' }],
  ['a number of JSON', { field: 'attributes.cart.total', operator: '>', value: 12.5 }],
  ['a time of JSON', { field: 'attributes.since', operator: '<', value: '2026-01-01T00:00:00.000Z' }],
  ['a time from now', { field: 'createdAt', operator: '<', value: '-P7D' }],
  ['a time from now of JSON', { field: 'attributes.ends', operator: '<=', value: 'PT36H' }],
  ['a time from now in several units', { field: 'updatedAt', operator: '>', value: '-P1DT2H' }],
  ['a yes or no', { field: 'properties.trial', operator: '!=', value: false }],
  ['numbers', { field: 'properties.plan', operator: 'not in', value: [1, 2] }],
  ['a number of a conversation', { field: 'rating', operator: '>=', value: 4 }],
  ['a yes or no of a conversation', { field: 'hasBot', operator: '=', value: true }],
  ['a field of the contact', { field: 'lead.createdAt', operator: '<', value: '-P7D' }],
  ['an attribute of the contact', { field: 'lead.attributes.plan', operator: 'in', value: ['gold'] }],
  ['a text that looks like a number', { field: 'attributes.zip', operator: '=', value: '0100' }],
])('shows a condition with %s, and gives it back as it was', (_, filter) => {
  expect(filterOf(conditionOf(filter, 'k'))).toEqual(filter);
});

it.each([
  ['29/03/2026', '2026-03-29T00:00:00.000Z'],
  ['2026-03-29', '2026-03-29T00:00:00.000Z'],
  [1_774_742_400_000, '2026-03-29T00:00:00.000Z'],
])('reads the time %j', (value, iso) => {
  expect(filterOf(conditionOf({ field: 'createdAt', operator: '>', value }, 'k')).value).toBe(iso);
});

it('offers after each choice only what the field takes', () => {
  const anything = fc.record({
    key: fc.constant('k'),
    field: fc.constantFrom(...fields),
    path: fc.string(),
    operator: fc.constantFrom(...fields.flatMap((field) => operatorsOf({ field, operator: '=' }))),
    kind: fc.constantFrom('text', 'number', 'boolean', 'time', 'duration'),
    value: fc.string(),
  }) as fc.Arbitrary<Condition>;
  fc.assert(
    fc.property(anything, (condition) => {
      const next = corrected(condition);
      expect(operatorsOf(next)).toContain(next.operator);
      expect(kindsOf(next)).toContain(next.kind);
      expect(corrected(next)).toEqual(next);
    }),
  );
});

it('is complete with a value, or without one where none is taken', () => {
  expect(isComplete(empty)).toBe(false);
  expect(isComplete({ ...empty, value: 'x' })).toBe(true);
  expect(isComplete({ ...empty, operator: 'is null' })).toBe(true);
  expect(isComplete({ ...empty, field: 'attributes', operator: 'is null' })).toBe(false);
});

it.each([
  ['-P7D', { amount: '7', unit: 'days', isPast: true }],
  ['PT30M', { amount: '30', unit: 'minutes', isPast: false }],
  ['-PT1H', { amount: '1', unit: 'hours', isPast: true }],
  ['P2W', { amount: '2', unit: 'weeks', isPast: false }],
  ['-PD', { amount: '', unit: 'days', isPast: true }],
] as const)('takes %s apart, and puts it together again', (text, duration) => {
  expect(durationOf(text)).toEqual(duration);
  expect(durationText(duration)).toBe(text);
});

it('shows no duration of several units in one', () => {
  expect(['P1DT2H', 'PT5S', 'P1M', 'soon'].map(durationOf)).toEqual(Array(4).fill(undefined));
});

it('is incomplete without the number of a duration', () => {
  const relative = { ...empty, field: 'createdAt', kind: 'duration' } as const;
  expect(['', '-PD', '-P7D'].map((value) => isComplete({ ...relative, value }))).toEqual([false, false, true]);
});

it('leaves to the API what is no number and no time', () => {
  expect(filterOf({ ...empty, field: 'attributes', path: 'a', kind: 'number', value: 'many' }).value).toBe('many');
  expect(filterOf({ ...empty, field: 'createdAt', kind: 'time', value: 'soon' }).value).toBe('soon');
});

it('takes lists for in and not in, and no value for null', () => {
  const words = (['in', 'not in', '=', 'is null', 'is not null'] as const).map((operator) => ({ operator }));
  expect(words.map(takesList)).toEqual([true, true, false, false, false]);
  expect(words.map(takesValue)).toEqual([true, true, true, false, false]);
});

import * as fc from 'fast-check';

import { faultsOf, patchOf, rowsOf, withDefined } from './members.ts';

it('shows each value by its kind', () => {
  expect(rowsOf({ plan: 'gold', seats: 5, trial: false, cart: [1], none: null })).toEqual([
    { name: 'plan', kind: 'text', value: 'gold' },
    { name: 'seats', kind: 'number', value: '5' },
    { name: 'trial', kind: 'boolean', value: 'false' },
    { name: 'cart', kind: 'json', value: '[1]' },
    { name: 'none', kind: 'json', value: 'null' },
  ]);
});

it('sends nothing of what was not touched, whatever the values are', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue()), (members) => {
      // What was stored has been JSON before: there is no -0.
      const stored = JSON.parse(JSON.stringify(members)) as Record<string, unknown>;
      const rows = rowsOf(stored);
      expect(faultsOf(rows).filter(Boolean)).toEqual([]);
      expect(patchOf(stored, rows)).toEqual({});
    }),
  );
});

it('sends what was changed, added and removed', () => {
  const rows = [
    { name: 'plan', kind: 'text' as const, value: '5' },
    { name: 'seats', kind: 'number' as const, value: '7' },
  ];
  expect(patchOf({ plan: 5, coupon: 'X' }, rows)).toEqual({ coupon: null, plan: '5', seats: 7 });
});

it.each([
  [{ name: '', kind: 'text' as const, value: 'x' }, 'name'],
  [{ name: 'a', kind: 'number' as const, value: '' }, 'number'],
  [{ name: 'a', kind: 'number' as const, value: '1e999' }, 'number'],
  [{ name: 'a', kind: 'json' as const, value: '{' }, 'json'],
])('says what is wrong with %j', (row, fault) => {
  expect(faultsOf([row])).toEqual([fault]);
});

it('refuses a second member of one name', () => {
  const row = { name: 'a', kind: 'text' as const, value: '' };
  expect(faultsOf([row, row])).toEqual([undefined, 'twice']);
});

it('shows defined members first, with their value or without', () => {
  const rows = rowsOf({ other: 1, plan: 'gold' });
  expect(withDefined(rows, [{ name: 'tier' }, { name: 'plan' }]).map(({ name, value }) => [name, value])).toEqual([
    ['tier', ''],
    ['plan', 'gold'],
    ['other', '1'],
  ]);
});

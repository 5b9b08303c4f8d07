import * as fc from 'fast-check';

import { changesBetween } from '../app/merge-versions.ts';
import { faultsOf, type MemberForm, memberFormOf, patchOf, rowsOf, withDefined } from './members.ts';

it('shows each value by its kind', () => {
  expect(rowsOf({ plan: 'gold', seats: 5, trial: false, cart: [1], none: null })).toEqual([
    { name: 'plan', kind: 'text', value: 'gold' },
    { name: 'seats', kind: 'number', value: '5' },
    { name: 'trial', kind: 'boolean', value: 'false' },
    { name: 'cart', kind: 'json', value: '[1]' },
    { name: 'none', kind: 'json', value: 'null' },
  ]);
});

/** As the API has them: there is no -0. */
const members = fc
  .dictionary(fc.string({ minLength: 1 }), fc.jsonValue())
  .map((made) => JSON.parse(JSON.stringify(made)) as Record<string, unknown>);

it('sends nothing of what was not touched, whatever the values are', () => {
  fc.assert(
    fc.property(members, (stored) => {
      const form = memberFormOf(stored, []);
      expect(faultsOf(rowsOf(stored)).filter(Boolean)).toEqual([]);
      expect(patchOf(changesBetween(form, memberFormOf(stored, [])), [])).toEqual({});
    }),
  );
});

it('turns the stored members into those of the form, and leaves what others changed meanwhile', () => {
  fc.assert(
    fc.property(members, members, members, (stored, wanted, foreign) => {
      // As PATCH has it, `null` removes.
      const left = Object.entries(wanted).filter(([, value]) => value !== null);
      const known = memberFormOf(stored, []);
      const draft: MemberForm = Object.fromEntries(Object.keys(known).map((key) => [key, undefined]));
      for (const [key, row] of Object.entries(memberFormOf(Object.fromEntries(left), [])))
        draft[Object.hasOwn(known, key) ? key : `new ${key}`] = row;
      const patch = patchOf(changesBetween(known, draft), []);
      const others = Object.entries(foreign).filter(([name]) => !(name in { ...stored, ...wanted }));
      const now = new Map([...Object.entries(stored), ...others, ...Object.entries(patch)]);
      for (const [name, value] of Object.entries(patch)) if (value === null) now.delete(name);
      expect(now).toEqual(new Map([...left, ...others]));
    }),
  );
});

it('sends what was changed, added and removed', () => {
  const changes = {
    '=plan': { name: 'plan', kind: 'text' as const, value: '5' },
    '=coupon': undefined,
    new: { name: 'seats', kind: 'number' as const, value: '7' },
  };
  expect(patchOf(changes, [])).toEqual({ coupon: null, plan: '5', seats: 7 });
});

it('gives the name of a removed member to another one', () => {
  const changes = { '=a': { name: 'b', kind: 'text' as const, value: 'x' }, '=b': undefined };
  expect(patchOf(changes, [])).toEqual({ a: null, b: 'x' });
});

it('takes an empty value of a defined member for none', () => {
  const empty = { name: 'plan', kind: 'text' as const, value: '' };
  expect(patchOf({ '=plan': empty }, [{ name: 'plan' }])).toEqual({ plan: null });
  expect(patchOf({ '=plan': empty }, [])).toEqual({ plan: '' });
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

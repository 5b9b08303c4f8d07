import fc from 'fast-check';

import { changedNames, changesBetween, mergeVersions } from './merge-versions.ts';

const form = fc.record({ name: fc.string(), limit: fc.nat(3), groups: fc.array(fc.nat(2), { maxLength: 2 }) });

it('names what differs, by value', () => {
  expect(changedNames({ a: [1], b: 'x', c: 1 }, { a: [1], b: 'y', c: 2 })).toEqual(['b', 'c']);
  expect(changesBetween({ a: [1], b: 'x' }, { a: [2], b: 'x' })).toEqual({ a: [2] });
});

it('names what only one of both has', () => {
  expect(changedNames<Record<string, string>>({ a: 'x', b: 'y' }, { b: 'y', c: 'z' })).toEqual(['a', 'c']);
});

it('keeps each change that one person made, and the winner’s where both did', () => {
  fc.assert(
    fc.property(form, form, form, fc.constantFrom('mine' as const, 'theirs' as const), (base, mine, theirs, winner) => {
      const merged = mergeVersions(base, mine, theirs, winner);
      const own = changedNames(base, mine);
      const foreign = changedNames(base, theirs);
      for (const name of ['name', 'limit', 'groups'] as const) {
        const isOwn = own.includes(name) && (winner === 'mine' || !foreign.includes(name));
        const expected = isOwn ? mine : foreign.includes(name) ? theirs : base;
        expect(merged[name]).toEqual(expected[name]);
      }
    }),
  );
});

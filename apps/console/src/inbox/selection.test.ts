import type { InboxRow } from './row.ts';
import { extended, noSelection, ranged, type Selection, toggled } from './selection.ts';

const rows = ['a', 'b', 'c', 'd', 'e'].map((request_id) => ({ request_id }) as InboxRow);
const ids = (selection: Selection) => [...selection.keys()].join('');
const [, , c] = rows as [InboxRow, InboxRow, InboxRow];

it('selects a row and gives it back', () => {
  expect(ids(toggled(noSelection, c))).toBe('c');
  expect(ids(toggled(toggled(noSelection, c), c))).toBe('');
});

it.each([
  [0, 2, 'abc'],
  [2, 0, 'abc'],
  [4, 9, 'e'],
  [-3, 0, 'a'],
])('selects the rows from %i to %i, as far as there are any', (from, to, expected) => {
  expect(ids(extended(noSelection, rows, from, to))).toBe(expected);
});

it('gives back the rows of a range that becomes shorter or turns round, and none that were selected before', () => {
  const anchor = { requestId: 'c', base: toggled(noSelection, c) };

  expect(ids(ranged(anchor, rows, 4))).toBe('cde');
  expect(ids(ranged(anchor, rows, 3))).toBe('cd');
  expect(ids(ranged(anchor, rows, 1))).toBe('cb');
});

it('keeps its beginning while rows move, and begins again where that row is gone', () => {
  const anchor = { requestId: 'c', base: noSelection };

  expect(ids(ranged(anchor, rows.toReversed(), 3))).toBe('cb');
  expect(ids(ranged({ ...anchor, requestId: 'gone' }, rows, 3))).toBe('d');
});

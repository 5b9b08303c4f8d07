import { inOrderOf, movedTo, type SavedView, savedViewsIn, withSavedViews } from './saved-views.ts';

const late: SavedView = {
  id: '1',
  name: 'Late',
  view: { kind: 'all' },
  filter: { tag: 'delivery', priority: 'urgent' },
};
const sales: SavedView = { id: '2', name: 'Sales', view: { kind: 'department', id: 'd1' }, filter: { q: 'price' } };
const january: SavedView = {
  id: '3',
  name: 'January',
  view: { kind: 'closed' },
  filter: {
    ...{ department: 'd1', participant: 'bot_1', lead: 'l1', ticket: 12 },
    ...{ from: '2026-01-01', until: '2026-01-31', rated: true, order: 'oldest' },
  },
};

it('come back as they were kept, by project, beside other attributes', () => {
  const one = withSavedViews({ city: 'Graz' }, 'p1', [late, sales, january]);
  const both = withSavedViews(one, 'p2', [sales]);

  expect(savedViewsIn(JSON.parse(JSON.stringify(both)), 'p1')).toEqual([late, sales, january]);
  expect(savedViewsIn(both, 'p2')).toEqual([sales]);
  expect(savedViewsIn(both, 'p3')).toEqual([]);
  expect(both.city).toBe('Graz');
  expect(savedViewsIn(withSavedViews(both, 'p1', []), 'p1')).toEqual([]);
  expect(savedViewsIn(withSavedViews(both, 'p1', []), 'p2')).toEqual([sales]);
});

it.each([
  undefined,
  null,
  'x',
  { p1: 'x' },
  { p1: [null, 'x', {}] },
  { p1: [{ id: '1', name: 'A', view: 'nonsense', filter: {} }] },
  { p1: [{ id: '1', name: 'A', view: 'saved/1', filter: {} }] },
  { p1: [{ id: 1, name: 'A', view: 'all', filter: {} }] },
])('finds none in %j', (stored) => {
  expect(savedViewsIn({ 'console.views': stored }, 'p1')).toEqual([]);
});

it('drops members of a filter that are none', () => {
  const stored = { p1: [{ id: '1', name: 'A', view: 'all', filter: { priority: 'purple', tag: 'x', unread: 'no' } }] };
  expect(savedViewsIn({ 'console.views': stored }, 'p1')).toEqual([
    { id: '1', name: 'A', view: { kind: 'all' }, filter: { tag: 'x' } },
  ]);
});

it.each([
  ['1', 0, ['1', '2', '3']],
  ['1', 1, ['2', '1', '3']],
  ['1', 2, ['2', '3', '1']],
  ['3', 0, ['3', '1', '2']],
  ['3', 1, ['1', '3', '2']],
  ['unknown', 0, ['1', '2', '3']],
])('with %s in place %d are %j', (id, place, ids) => {
  expect(movedTo([late, sales, january], id, place).map((view) => view.id)).toEqual(ids);
});

it('are stored in the order that a person made, with what another tab added meanwhile behind them', () => {
  const added = { ...late, id: '4' };
  expect(inOrderOf([late, added, sales, january], ['3', '1', '2'])).toEqual([january, late, sales, added]);
  // One that another tab has deleted does not come back.
  expect(inOrderOf([late, january], ['3', '2', '1'])).toEqual([january, late]);
});

import type { ViewView } from '@parley/sdk';

import type { InboxFilter } from './filter.ts';
import { savedViewsOf } from './saved-views.ts';
import { movedTo, storedList } from './stored-views.ts';
import { type InboxView, listParameters, orderOf, placeOf } from './views.ts';

const record = (changes: Partial<ViewView>) =>
  ({ _id: 'v1', name: 'Late', visibility: 'personal', query: {}, attributes: {}, position: 0, ...changes }) as ViewView;

it.each<[InboxView, InboxFilter]>([
  [{ kind: 'all' }, { tag: 'delivery', priority: 'urgent' }],
  [{ kind: 'unassigned' }, {}],
  [{ kind: 'department', id: 'd1' }, { q: 'price' }],
  [{ kind: 'mine' }, { unread: true, sla: 'overdue', snoozed: 'no' }],
  [
    { kind: 'closed' },
    {
      department: 'd1',
      participant: 'bot_1',
      lead: 'l1',
      ticket: 12,
      from: '2026-01-01',
      rated: true,
      order: 'oldest',
    },
  ],
])('a list of %j with %j is stored as its query, and comes back', (view, filter) => {
  const stored = JSON.parse(JSON.stringify(storedList(view, filter)));
  const values = Object.values(stored.query);
  expect(values.filter((value) => typeof value !== 'string')).toEqual([]);
  expect(savedViewsOf([record(stored)])).toMatchObject([{ id: 'v1', name: 'Late', view, filter }]);
});

it.each([
  {},
  { console: null },
  { console: { view: 'nonsense', filter: {} } },
  { console: { view: 'saved/1', filter: {} } },
  // Another program has changed the query since.
  { console: { view: 'all', filter: { tag: 'other' } } },
])('a query of another program is listed as it is: %j', (attributes) => {
  const query = { tags: 'vip', sortField: 'createdAt', direction: '1', status: ['100', '200'] };
  const [{ view, filter } = { view: undefined, filter: {} }] = savedViewsOf([record({ query, attributes })]);
  expect([view, filter]).toEqual([{ kind: 'query', id: 'v1', query }, {}]);
  const own: InboxView = { kind: 'query', id: 'v1', query };
  expect(listParameters(own, {})).toEqual({ ...query, direction: 1 });
  expect(listParameters(own, { priority: 'low', order: 'newest' })).toEqual({
    ...{ tags: 'vip', status: ['100', '200'], priority: 'low' },
    ...{ sortField: 'last_message_at', direction: -1 },
  });
  expect(placeOf({ view: own, requestId: 'r1' })).toBe('saved/v1/r1');
  expect(orderOf(own, {}, 'ada').judge({} as never, true)).toBeUndefined();
});

it('shared ones stand first, each kind in its order', () => {
  const [own, all, groups] = [record({ _id: 'own' }), record({ _id: 'all' }), record({ _id: 'groups' })];
  const records = [own, { ...all, visibility: 'shared' as const }, { ...groups, visibility: 'groups' as const }];
  expect(savedViewsOf(records).map(({ id }) => id)).toEqual(['all', 'groups', 'own']);
});

it.each([
  ['1', 0, ['1', '2', '3']],
  ['1', 1, ['2', '1', '3']],
  ['1', 2, ['2', '3', '1']],
  ['3', 0, ['3', '1', '2']],
  ['3', 1, ['1', '3', '2']],
  ['unknown', 0, ['1', '2', '3']],
])('with %s in place %d are %j', (id, place, ids) => {
  const views = savedViewsOf(['1', '2', '3'].map((_id) => record({ _id })));
  expect(movedTo(views, id, place).map((view) => view.id)).toEqual(ids);
});

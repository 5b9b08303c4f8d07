import type { InboxFilter } from './filter.ts';
import type { InboxRow } from './row.ts';
import { followsMentions, type InboxView, listParameters, orderOf, placeOf, readPlace, viewKinds } from './views.ts';

const row: InboxRow = {
  _id: '1',
  __v: 0,
  request_id: 'r1',
  ticket_id: '1',
  status: 200,
  priority: 'high',
  hasBot: false,
  participants: ['ada'],
  department: { _id: 'sales' },
  channel: { name: 'email' },
  tags: [{ tag: 'Billing' }],
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  last_message_at: '2026-01-02T00:00:00.000Z',
  messages: { seq: 1, in: 1, out: 0 },
};

const isIn = (view: InboxView, changes: Partial<InboxRow> = {}, filter: InboxFilter = {}, isListed = false) =>
  orderOf(view, filter, 'ada').judge({ ...row, ...changes }, isListed);

describe('addresses', () => {
  it.each<[string, ReturnType<typeof readPlace>]>([
    ['', { view: { kind: 'mine' } }],
    ['all', { view: { kind: 'all' } }],
    ['mine/support-group-1-2', { view: { kind: 'mine' }, requestId: 'support-group-1-2' }],
    ['department/64a', { view: { kind: 'department', id: '64a' } }],
    ['department/64a/r%2F1', { view: { kind: 'department', id: '64a' }, requestId: 'r/1' }],
    ['saved/1f', { view: { kind: 'saved', id: '1f' } }],
    ['saved/1f/r1', { view: { kind: 'saved', id: '1f' }, requestId: 'r1' }],
    ['nonsense', undefined],
    ['department', undefined],
  ])('%j', (path, place) => {
    expect(readPlace(path)).toEqual(place);
    if (place && path) expect(placeOf(place)).toBe(path);
  });
});

describe('views', () => {
  it('show what the API would list', () => {
    expect(isIn({ kind: 'mine' })).toBe(true);
    expect(isIn({ kind: 'mine' }, { participants: ['linus'] })).toBe(false);
    expect(isIn({ kind: 'mine' }, { status: 1000 })).toBe(false);
    expect(isIn({ kind: 'unassigned' }, { status: 100 })).toBe(true);
    expect(isIn({ kind: 'unassigned' })).toBe(false);
    expect(isIn({ kind: 'abandoned' }, { status: 150 })).toBe(true);
    expect(isIn({ kind: 'bot' }, { hasBot: true })).toBe(true);
    expect(isIn({ kind: 'bot' })).toBe(false);
    expect(isIn({ kind: 'closed' }, { status: 1000 })).toBe(true);
    expect(isIn({ kind: 'closed' })).toBe(false);
    expect(isIn({ kind: 'department', id: 'sales' })).toBe(true);
    expect(isIn({ kind: 'department', id: 'support' })).toBe(false);
  });

  it('leave to the API what a row does not tell', () => {
    expect(viewKinds.filter((kind) => isIn({ kind }) === undefined)).toEqual(['followed', 'mentioned']);
    expect(viewKinds.filter((kind) => followsMentions({ kind }))).toEqual(['followed', 'mentioned']);
    expect(isIn({ kind: 'all' }, {}, { q: 'parcel' })).toBeUndefined();
    expect(isIn({ kind: 'mentioned' }, {}, { priority: 'low' })).toBe(false);
    expect(isIn({ kind: 'followed' }, { status: 1000 })).toBe(false);
  });

  it('show what is unread, and keep what is read meanwhile', () => {
    const read = { upto: 1, unread: 0, mentioned: false };
    const unread = { unread: true } as const;
    expect(isIn({ kind: 'mine' }, { read: { ...read, unread: 2 } }, unread)).toBe(true);
    expect(isIn({ kind: 'mine' }, { read }, unread)).toBe(false);
    expect(isIn({ kind: 'mine' }, { read }, unread, true)).toBe(true);
  });

  it('leave out what they cannot be narrowed by', () => {
    expect(listParameters({ kind: 'all' }, { unread: true })).not.toHaveProperty('unread');
    expect(isIn({ kind: 'all' }, { read: { upto: 1, unread: 0, mentioned: false } }, { unread: true })).toBe(true);
    const sales = { kind: 'department', id: 'sales' } as const;
    expect(listParameters(sales, { department: 'support' })).toMatchObject({ dept_id: 'sales' });
    expect(isIn(sales, {}, { department: 'support' })).toBe(true);
  });

  it('list unassigned conversations in the order of their waiting time', () => {
    expect(listParameters({ kind: 'unassigned' }, {})).toEqual({ status: '100', sortField: 'createdAt', direction: 1 });
    expect(listParameters({ kind: 'mine' }, { unread: true, q: 'late' })).toEqual({
      mine: true,
      unread: true,
      full_text: 'late',
      no_textscore: true,
      sortField: 'last_message_at',
      direction: -1,
    });
  });

  it('have the order that is asked for, in the list as at the API', () => {
    const filter = { order: 'oldest' } as const;
    expect(listParameters({ kind: 'unassigned' }, filter)).toEqual({
      status: '100',
      sortField: 'last_message_at',
      direction: 1,
    });
    const { key, direction } = orderOf({ kind: 'unassigned' }, filter, 'ada');
    expect([key(row), direction]).toEqual([row.last_message_at, 1]);
  });
});

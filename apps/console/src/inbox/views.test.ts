import type { InboxRow } from './row.ts';
import {
  type InboxView,
  isDecidable,
  listParameters,
  orderOf,
  placeOf,
  readFilter,
  readPlace,
  viewKinds,
} from './views.ts';

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

const isIn = (view: InboxView, changes: Partial<InboxRow> = {}, filter = {}) =>
  orderOf(view, filter, 'ada', () => false).includes({ ...row, ...changes });

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

  it('narrow by tag, priority and channel, as the API does', () => {
    expect(isIn({ kind: 'all' }, {}, { tag: 'billing', priority: 'high', channel: 'email' })).toBe(true);
    expect(isIn({ kind: 'all' }, {}, { tag: 'bill' })).toBe(false);
    expect(isIn({ kind: 'all' }, {}, { channel: 'offline' })).toBe(true);
    expect(isIn({ kind: 'all' }, {}, { channel: 'online' })).toBe(false);
    expect(isIn({ kind: 'all' }, { channel: { name: 'whatsapp' } }, { channel: 'online' })).toBe(true);
    expect(isIn({ kind: 'all' }, { channel: undefined }, { channel: 'chat21' })).toBe(true);
    expect(isIn({ kind: 'all' }, {}, { priority: 'low' })).toBe(false);
    expect(isIn({ kind: 'all' }, {}, { channel: 'chat21' })).toBe(false);
  });

  it('leave to the API what a row does not tell', () => {
    expect(viewKinds.filter((kind) => !isDecidable({ kind }, {}))).toEqual(['followed', 'mentioned']);
    expect(isDecidable({ kind: 'all' }, { q: 'parcel' })).toBe(false);
  });

  it('list unassigned conversations in the order of their waiting time', () => {
    expect(listParameters({ kind: 'unassigned' }, {})).toEqual({ status: '100', sortField: 'createdAt', direction: 1 });
    expect(listParameters({ kind: 'mine' }, { unread: true, q: 'late' })).toEqual({
      mine: true,
      unread: true,
      full_text: 'late',
      sortField: 'last_message_at',
      direction: -1,
    });
    expect(listParameters({ kind: 'all' }, { unread: true })).not.toHaveProperty('unread');
  });

  it('have the order that is asked for, in the list as at the API', () => {
    expect(readFilter({ order: 'oldest' })).toEqual({ order: 'oldest' });
    expect(readFilter({ order: 'by chance' })).toEqual({});
    const filter = { order: 'oldest' } as const;
    expect(listParameters({ kind: 'unassigned' }, filter)).toEqual({
      status: '100',
      sortField: 'last_message_at',
      direction: 1,
    });
    const { key, direction } = orderOf({ kind: 'unassigned' }, filter, 'ada', () => false);
    expect([key(row), direction]).toEqual([row.last_message_at, 1]);
  });
});

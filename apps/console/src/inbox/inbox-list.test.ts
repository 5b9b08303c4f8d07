import fc from 'fast-check';

import { InboxList, type InboxOrder } from './inbox-list.ts';
import type { InboxRow } from './row.ts';

const newestFirst: InboxOrder = {
  judge: ({ status }) => status !== 1000,
  key: ({ last_message_at }) => last_message_at,
  direction: -1,
};

function row(id: number, { seq = 1, v = 0, status = 200, unread = 0 } = {}): InboxRow {
  const at = new Date(seq * 1000 + id).toISOString();
  return {
    _id: `${id}`.padStart(4, '0'),
    request_id: `r${id}`,
    __v: v,
    ticket_id: `${id}`,
    status,
    createdAt: at,
    updatedAt: at,
    last_message_at: at,
    messages: { seq, in: seq, out: 0 },
    read: { upto: seq - unread, unread, mentioned: false },
  };
}

const frame = (...given: Parameters<typeof row>): InboxRow => {
  const { read: _, ...rest } = row(...given);
  return rest;
};
const ids = (list: InboxList) => list.snapshot().rows.map(({ request_id }) => request_id);

describe('InboxList', () => {
  it("is the API's list, in whatever order frames come, and however often", () => {
    const change = fc.record({
      id: fc.nat(9),
      seq: fc.integer({ min: 1, max: 30 }),
      v: fc.nat(5),
      status: fc.constantFrom(100, 200, 1000),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), fc.array(fc.nat(39), { maxLength: 80 }), (changes, order) => {
        // Of the states that a request goes through, versions and messages only grow.
        const states = changes.map(({ id, ...rest }, index) => frame(id, { ...rest, v: index, seq: index + 1 }));
        const list = new InboxList(newestFirst);
        list.append([], true);
        const mixed = [
          ...order.map((at) => states[at]).filter((state) => state !== undefined),
          ...shuffled(states, order),
        ];
        for (const state of mixed) list.upsert(state);

        const newest = new Map(states.map((state) => [state.request_id, state]));
        const expected = [...newest.values()]
          .filter(({ status }) => status !== 1000)
          .sort((a, b) => (a.last_message_at < b.last_message_at ? 1 : -1));
        expect(ids(list)).toEqual(expected.map(({ request_id }) => request_id));
      }),
      { numRuns: 300 },
    );
  });

  it('keeps what is held when only its first rows are read again, and loses none that a later page brings', () => {
    const rows = [5, 4, 3, 2, 1].map((id) => row(id, { seq: id }));
    const list = new InboxList(newestFirst);
    list.append(rows, true);
    list.hold();

    list.replace(rows.slice(0, 2), false);
    expect(ids(list)).toEqual(['r5', 'r4', 'r3', 'r2', 'r1']);
    expect(list.snapshot().waiting).toBe(0);

    list.append(rows.slice(2, 4), false);
    list.release();

    expect(ids(list)).toEqual(['r5', 'r4', 'r3', 'r2']);
    list.append(rows.slice(4), true);
    expect(ids(list)).toEqual(['r5', 'r4', 'r3', 'r2', 'r1']);
  });

  it('moves no row while it is held, and says how many wait', () => {
    const list = new InboxList(newestFirst);
    list.append([row(3, { seq: 3 }), row(2, { seq: 2 }), row(1)], true);
    list.hold();

    list.upsert(frame(1, { seq: 9, v: 1 }));
    list.upsert(frame(1, { seq: 10, v: 2 }));
    list.upsert(frame(4, { seq: 11 }));
    list.upsert(frame(2, { seq: 2, v: 1, status: 1000 }));
    expect(ids(list)).toEqual(['r3', 'r2', 'r1']);
    expect(list.snapshot().rows[2]?.messages.seq).toBe(10);
    expect(list.snapshot().waiting).toBe(3);

    list.release();

    expect(ids(list)).toEqual(['r4', 'r1', 'r3']);
    expect(list.snapshot().waiting).toBe(0);
  });

  it('counts no update that leaves its row in its place', () => {
    const list = new InboxList(newestFirst);
    list.append([row(3, { seq: 3 }), row(2, { seq: 2 })], true);
    list.hold();

    list.upsert(frame(3, { seq: 4, v: 1 }));

    expect(list.snapshot().rows[0]?.messages.seq).toBe(4);
    expect(list.snapshot().waiting).toBe(0);
  });

  it('is read again after a change of a row that tells nothing of what the list asks for', () => {
    const opaque = { ...newestFirst, judge: () => undefined };
    for (const [isOpaque, asks] of [
      [true, true],
      [false, false],
    ] as const) {
      const list = new InboxList({ ...opaque, isOpaque });
      list.replace([row(1)], true);
      expect(list.upsert(frame(1, { v: 1, status: 1000 }))).toBe(asks);
      // A message alone changes nothing that is asked for.
      expect(list.upsert(frame(1, { v: 1, seq: 2, status: 1000 }))).toBe(false);
      expect(ids(list)).toEqual(['r1']);
    }
  });

  it('keeps what a frame does not decide as it is, and says when only the API can tell', () => {
    const list = new InboxList({ ...newestFirst, judge: ({ status }) => (status === 1000 ? false : undefined) });
    const tagged = (id: number, v: number, ...names: string[]) => ({
      ...frame(id, { v }),
      tags: names.map((tag) => ({ tag })),
    });
    list.append([row(1), { ...row(2), tags: [{ tag: 'billing' }] }], true);

    expect(list.upsert(frame(3))).toBe(true);
    expect(ids(list)).toEqual(['r2', 'r1']);
    expect(list.upsert(tagged(2, 1, 'billing'))).toBe(false);
    expect(list.upsert(tagged(2, 2, 'refund'))).toBe(true);
    expect(ids(list)).toEqual(['r2', 'r1']);
    expect(list.upsert(frame(1, { v: 1, status: 1000 }))).toBe(false);
    expect(ids(list)).toEqual(['r2']);
  });

  it('says that of a row which appears the API alone knows what was read', () => {
    const list = new InboxList(newestFirst);
    list.append([row(1)], true);

    expect(list.upsert(frame(1, { seq: 2, v: 1 }))).toBe(false);
    expect(list.upsert(frame(2, { seq: 3 }))).toBe(true);
    expect(list.upsert(frame(2, { seq: 3 }))).toBe(false);
    expect(list.upsert(frame(3, { seq: 4, status: 1000 }))).toBe(false);
  });

  it('leaves to a later page what stands behind the last loaded row', () => {
    const list = new InboxList(newestFirst);
    list.append([row(9, { seq: 9 }), row(8, { seq: 8 })], false);
    list.upsert(frame(1, { v: 1 }));
    expect(ids(list)).toEqual(['r9', 'r8']);

    list.append([row(7, { seq: 7 }), row(1, { v: 1 })], true);

    expect(ids(list)).toEqual(['r9', 'r8', 'r7', 'r1']);
  });

  it('shows a row once that rose while its page was on its way', () => {
    const list = new InboxList(newestFirst);
    list.append([row(9, { seq: 9 })], false);
    list.upsert(frame(2, { seq: 20, v: 5 }));
    list.append([row(3, { seq: 3 }), row(2, { seq: 2 })], true);

    expect(ids(list)).toEqual(['r2', 'r9', 'r3']);
    expect(list.get('r2')?.messages.seq).toBe(20);
  });

  it('counts what arrived since the last reading', () => {
    const list = new InboxList(newestFirst);
    list.append([row(1, { seq: 5, unread: 2 })], true);
    list.upsert(frame(1, { seq: 8, v: 1 }));
    expect(list.get('r1')?.read?.unread).toBe(5);

    list.setRead('r1', { upto: 8, unread: 0, mentioned: false });
    list.upsert(frame(1, { seq: 9, v: 2 }));

    expect(list.get('r1')?.read?.unread).toBe(1);
  });

  it('keeps its place when it is read again while it is held', () => {
    const list = new InboxList(newestFirst);
    list.append([row(3, { seq: 3 }), row(2, { seq: 2 }), row(1)], true);
    list.hold();

    list.replace([row(4, { seq: 9 }), row(1, { seq: 8, v: 1 }), row(3, { seq: 3 })], true);
    expect(ids(list)).toEqual(['r3', 'r2', 'r1']);
    expect(list.snapshot().waiting).toBe(3);

    list.release();

    expect(ids(list)).toEqual(['r4', 'r1', 'r3']);
  });

  it('is filled although the pointer is over it', () => {
    const list = new InboxList(newestFirst);
    list.hold();
    list.replace([row(2, { seq: 2 }), row(1)], true);

    expect(ids(list)).toEqual(['r2', 'r1']);
  });

  it('knows what was read of a row that comes back, and learns it of one it did not know', () => {
    const list = new InboxList(newestFirst);
    list.append([row(1, { seq: 9, unread: 0 })], true);
    list.upsert(frame(1, { seq: 9, v: 1, status: 1000 }));
    list.upsert(frame(1, { seq: 10, v: 2 }));
    expect(list.get('r1')?.read?.unread).toBe(1);

    list.upsert(frame(2, { seq: 50 }));
    list.upsert(frame(2, { seq: 51, v: 1 }));
    list.replace([row(2, { seq: 50, unread: 3 }), row(1, { seq: 10, v: 2, unread: 1 })], true);

    expect(list.get('r2')?.read).toMatchObject({ unread: 4, upto: 47 });
  });

  it('takes back no reading that a page does not know yet', () => {
    const list = new InboxList(newestFirst);
    list.append([row(1, { seq: 9, unread: 4 })], true);
    list.setRead('r1', { upto: 9, unread: 0, mentioned: false });
    list.replace([row(1, { seq: 9, unread: 4 })], true);

    expect(list.get('r1')?.read?.unread).toBe(0);
  });
});

function shuffled<T>(items: readonly T[], order: readonly number[]): T[] {
  return items
    .map((item, index) => ({ item, rank: order[index % Math.max(1, order.length)] ?? 0 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}

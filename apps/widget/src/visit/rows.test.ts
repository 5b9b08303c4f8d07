import type { RequestRow } from '@parley/sdk';

import { applyRowFrame, type RowMessage } from './row-frames.ts';
import { mergeRows, unreadOf, withPosition } from './rows.ts';

function row(version: number, { seq = 1, out = 0, upto = 0, unread = 0 } = {}): RequestRow {
  return {
    _id: 'a',
    request_id: 'r1',
    __v: version,
    status: 200,
    last_message_at: `2026-01-01T00:00:0${version}.000Z`,
    messages: { seq, in: 1, out },
    read: { upto, unread },
  } as RequestRow;
}

function updated(next: RequestRow) {
  const { read: _, ...message } = next;
  return { topic: '/p/inbox', method: 'UPDATE', message: message as RowMessage } as const;
}

it('counts what the team has sent since the last frame', () => {
  const rows = applyRowFrame([row(1, { upto: 1 })], updated(row(2, { seq: 4, out: 3 })));
  expect(unreadOf(rows)).toBe(3);
});

it('counts nothing that the visitor has read before its frame came', () => {
  const read = withPosition([row(1, { upto: 1 })], { request_id: 'r1', upto: 2, unread: 0 });
  expect(unreadOf(applyRowFrame(read, updated(row(2, { seq: 2, out: 1 }))))).toBe(0);
  expect(unreadOf(applyRowFrame(read, updated(row(2, { seq: 3, out: 2 }))))).toBe(1);
});

it('takes a position of another tab from its frame, and never goes back', () => {
  const rows = applyRowFrame([row(1, { seq: 3, out: 2, unread: 2 })], {
    topic: '/p/inbox',
    method: 'READ',
    message: { request_id: 'r1', upto: 3, unread: 0 } as RowMessage,
  });
  expect(unreadOf(rows)).toBe(0);
  expect(unreadOf(withPosition(rows, { request_id: 'r1', upto: 1, unread: 2 }))).toBe(0);
});

it('adds to a position what frames have brought since, however late its own answer comes', () => {
  const read = applyRowFrame([row(1, { seq: 3, out: 2, unread: 2 })], {
    topic: '/p/inbox',
    method: 'READ',
    message: { request_id: 'r1', upto: 3, unread: 0 } as RowMessage,
  });
  const rows = applyRowFrame(read, updated(row(2, { seq: 4, out: 3 })));
  expect(unreadOf(withPosition(rows, { request_id: 'r1', upto: 3, unread: 0 }))).toBe(1);
});

it.each([
  ['a message', { seq: 4, out: 3, upto: 1, unread: 3 }, { seq: 3, out: 2, upto: 1, unread: 2 }],
  ['a reading', { seq: 3, out: 2, upto: 3, unread: 0 }, { seq: 3, out: 2, upto: 1, unread: 2 }],
])('is not set back by a page that was read before %s of the same version', (_, known, page) => {
  expect(mergeRows([row(1, known)], [row(1, page)])).toEqual([row(1, known)]);
  expect(mergeRows([row(1, page)], [row(1, known)])).toEqual([row(1, known)]);
});

it('keeps the newer of two states of a row, newest conversation first', () => {
  const other = { ...row(5), _id: 'b', request_id: 'r2' };
  expect(mergeRows([row(3)], [row(2), other]).map(({ request_id, __v }) => [request_id, __v])).toEqual([
    ['r2', 5],
    ['r1', 3],
  ]);
});

import type { RequestRow } from '@parley/sdk';
import { applyFrame, type Frame } from '@parley/sdk/realtime';

import type { Rows } from './rows.ts';

/** A row, or the content of a `READ` frame. */
export type RowMessage = RequestRow & { upto: number; unread: number };

/** The visitor's conversations after a frame of `/PID/inbox`, newest first. Frames do not contain the read position. */
export function applyRowFrame(rows: Rows, frame: Frame<RowMessage>): Rows {
  const next = applyFrame(rows, frame);
  if (next === rows || frame.method === 'READ' || frame.method === 'DELETE' || frame.method === 'MENTION') return next;
  const id = frame.message.request_id;
  const known = rows.find((row) => row.request_id === id);
  return next.map((row) => (row.request_id === id ? { ...row, read: readAfter(known, row) } : row));
}

/** The position stays; what the team has sent since then is unread, as far as it is after the position. */
function readAfter(known: RequestRow | undefined, { messages }: RequestRow): { upto: number; unread: number } {
  const { upto = 0, unread = 0 } = known?.read ?? {};
  const sinceThen = unread + Math.max(0, messages.out - (known?.messages.out ?? 0));
  return { upto, unread: Math.min(sinceThen, Math.max(0, messages.seq - upto)) };
}

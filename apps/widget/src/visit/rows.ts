import type { RequestRow } from '@parley/sdk';
import { applyFrame, type Frame } from '@parley/sdk/realtime';

export const closedStatus = 1000;

/** A row, or what a `READ` frame says. */
export type RowMessage = RequestRow & { upto: number; unread: number };

type Rows = readonly RequestRow[];

/** The visitor's conversations after a frame of `/PID/inbox`, newest first. Frames leave out how far the visitor has read. */
export function applyRowFrame(rows: Rows, frame: Frame<RowMessage>): Rows {
  const next = applyFrame(rows, frame);
  if (next === rows || frame.method === 'READ' || frame.method === 'DELETE' || frame.method === 'MENTION') return next;
  const id = frame.message.request_id;
  const known = rows.find((row) => row.request_id === id);
  return next.map((row) => (row.request_id === id ? { ...row, read: readAfter(known, row) } : row));
}

/** The position stays; what the team has sent since is unread, as far as it lies behind the position. */
function readAfter(known: RequestRow | undefined, { messages }: RequestRow): { upto: number; unread: number } {
  const { upto = 0, unread = 0 } = known?.read ?? {};
  const sinceThen = unread + Math.max(0, messages.out - (known?.messages.out ?? 0));
  return { upto, unread: Math.min(sinceThen, Math.max(0, messages.seq - upto)) };
}

/** After the answer to `PUT read`. */
export function withPosition(
  rows: Rows,
  { request_id, upto, unread }: { request_id: string; upto: number; unread: number },
): Rows {
  return rows.map((row) =>
    row.request_id === request_id && upto >= (row.read?.upto ?? 0) ? { ...row, read: { upto, unread } } : row,
  );
}

/** Rows of a page, by their newer state. */
export function mergeRows(rows: Rows, page: Rows): Rows {
  const byId = new Map(rows.map((row) => [row.request_id, row]));
  for (const row of page) {
    const known = byId.get(row.request_id);
    if (!known || row.__v >= known.__v) byId.set(row.request_id, row);
  }
  return [...byId.values()].sort((a, b) => b.last_message_at.localeCompare(a.last_message_at));
}

export function unreadOf(rows: Rows): number {
  return rows.reduce((sum, { read }) => sum + (read?.unread ?? 0), 0);
}

/** Who answers: the newest message of the other side, else the first teammate of the conversation. */
export function nameOf({ last_message: last, agents }: RequestRow): string | undefined {
  if (last && last.from !== 'requester') return last.senderFullname;
  return agents?.[0]?.firstname;
}

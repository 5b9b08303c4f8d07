import type { RequestRow } from '@parley/sdk';

export const closedStatus = 1000;

export type Rows = readonly RequestRow[];

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

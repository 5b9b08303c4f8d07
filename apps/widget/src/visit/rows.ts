import type { RequestRow } from '@parley/sdk';

export const closedStatus = 1000;

export type Rows = readonly RequestRow[];

/** Applies the answer to `PUT read`, unless a newer position is known: frames may have added to it since. */
export function withPosition(
  rows: Rows,
  { request_id, upto, unread }: { request_id: string; upto: number; unread: number },
): Rows {
  return rows.map((row) =>
    row.request_id === request_id && upto > (row.read?.upto ?? 0) ? { ...row, read: { upto, unread } } : row,
  );
}

/** Merges the rows of a page, keeping the newer state of each: frames may have overtaken the page. */
export function mergeRows(rows: Rows, page: Rows): Rows {
  const byId = new Map(rows.map((row) => [row.request_id, row]));
  for (const row of page) {
    const known = byId.get(row.request_id);
    if (!known || !isOlder(row, known)) byId.set(row.request_id, row);
  }
  return [...byId.values()].sort((a, b) => b.last_message_at.localeCompare(a.last_message_at));
}

/** Messages do not change the version, and reading changes neither version nor messages. */
function isOlder({ __v, messages, read }: RequestRow, known: RequestRow): boolean {
  return (__v - known.__v || messages.seq - known.messages.seq || (read?.upto ?? 0) - (known.read?.upto ?? 0)) < 0;
}

export function unreadOf(rows: Rows): number {
  return rows.reduce((sum, { read }) => sum + (read?.unread ?? 0), 0);
}

/** The name of the other side: from its newest message, else of the first teammate in the conversation. */
export function nameOf({ last_message: last, agents }: RequestRow): string | undefined {
  if (last && last.from !== 'requester') return last.senderFullname;
  return agents?.[0]?.firstname;
}

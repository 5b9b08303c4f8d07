import type { RequestRow } from '@parley/sdk';

export const closedStatus = 1000;

export type Rows = readonly RequestRow[];

/** After the answer to `PUT read`; where the position is known, so is what frames have added to it since. */
export function withPosition(
  rows: Rows,
  { request_id, upto, unread }: { request_id: string; upto: number; unread: number },
): Rows {
  return rows.map((row) =>
    row.request_id === request_id && upto > (row.read?.upto ?? 0) ? { ...row, read: { upto, unread } } : row,
  );
}

/** Rows of a page, by their newer state: frames may have overtaken the page. */
export function mergeRows(rows: Rows, page: Rows): Rows {
  const byId = new Map(rows.map((row) => [row.request_id, row]));
  for (const row of page) {
    const known = byId.get(row.request_id);
    if (!known || !isOlder(row, known)) byId.set(row.request_id, row);
  }
  return [...byId.values()].sort((a, b) => b.last_message_at.localeCompare(a.last_message_at));
}

/** Messages do not change the version, and reading changes neither. */
function isOlder({ __v, messages, read }: RequestRow, known: RequestRow): boolean {
  return (__v - known.__v || messages.seq - known.messages.seq || (read?.upto ?? 0) - (known.read?.upto ?? 0)) < 0;
}

export function unreadOf(rows: Rows): number {
  return rows.reduce((sum, { read }) => sum + (read?.unread ?? 0), 0);
}

/** Who answers: the newest message of the other side, else the first teammate of the conversation. */
export function nameOf({ last_message: last, agents }: RequestRow): string | undefined {
  if (last && last.from !== 'requester') return last.senderFullname;
  return agents?.[0]?.firstname;
}

import type { InboxRow } from './row.ts';

/** Selected rows by request id; kept while pages and frames come, also of rows that leave the list. */
export type Selection = ReadonlyMap<string, InboxRow>;

export const noSelection: Selection = new Map();

export function toggled(selection: Selection, row: InboxRow): Selection {
  const next = new Map(selection);
  if (!next.delete(row.request_id)) next.set(row.request_id, row);
  return next;
}

/** With all rows from one place to another, in whichever direction. */
export function extended(selection: Selection, rows: readonly InboxRow[], from: number, to: number): Selection {
  const range = rows.slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1);
  return new Map([...selection, ...range.map((row) => [row.request_id, row] as const)]);
}

/** Where a range begins, and what was selected before it. */
export interface Anchor {
  requestId: string;
  base: Selection;
}

/** With the rows from the anchor to another place: a range that was drawn further before gives its rows back. */
export function ranged({ requestId, base }: Anchor, rows: readonly InboxRow[], to: number): Selection {
  const from = rows.findIndex((row) => row.request_id === requestId);
  return extended(base, rows, from < 0 ? to : from, to);
}

import { commonErrors, isRecordId, type ListRequestsQuery, type RequestSortField } from '@parley/contracts';

import type { Bind } from './visibility.ts';

/** `score` orders text searches; it cannot be asked for by name. */
type Field = RequestSortField | 'score';

/** How a list is ordered, ties by `_id`. */
export interface Order {
  field: Field;
  direction: 1 | -1;
}

interface SortColumn {
  sql: string;
  /** Type of the value in a cursor. */
  type: 'timestamptz' | 'bigint' | 'double precision' | 'integer';
  /** Requests without it come last, whatever the direction. */
  optional?: true;
}

const columns: Record<RequestSortField, SortColumn> = {
  createdAt: { sql: 'r.created_at', type: 'timestamptz' },
  updatedAt: { sql: 'h.updated_at', type: 'timestamptz' },
  assigned_at: { sql: 'r.assigned_at', type: 'timestamptz', optional: true },
  closed_at: { sql: 'r.closed_at', type: 'timestamptz', optional: true },
  first_response_at: { sql: 'r.first_response_at', type: 'timestamptz', optional: true },
  waiting_time: { sql: 'r.waiting_time', type: 'bigint', optional: true },
  duration: { sql: 'r.duration', type: 'bigint', optional: true },
  rating: { sql: 'r.rating', type: 'double precision', optional: true },
  priority: {
    sql: `case r.priority when 'low' then 1 when 'normal' then 2 when 'medium' then 2 when 'urgent' then 4 else 3 end`,
    type: 'integer',
  },
  status: { sql: 'r.status', type: 'integer' },
  ticket_id: { sql: 'r.ticket_id', type: 'bigint' },
};

export function orderOf(query: ListRequestsQuery): Order {
  const direction = query.direction === 1 ? 1 : -1;
  const searched = query.full_text !== undefined && !query.no_textscore;
  if (searched) return { field: 'score', direction: -1 };
  return { field: query.sortField ?? query.sort ?? 'createdAt', direction };
}

/** @param score SQL of the score, when the list is ordered by it */
function columnOf({ field }: Order, score: string): SortColumn {
  return field === 'score' ? { sql: score, type: 'double precision' } : columns[field];
}

/** The `_id` that breaks ties, taken from the table whose index gives the order. */
const tie = ({ field }: Order): string => (field === 'updatedAt' ? 'h.id' : 'r.id');

export function orderSql(order: Order, score = ''): string {
  const column = columnOf(order, score);
  const way = order.direction === 1 ? 'asc' : 'desc';
  return `${column.sql} ${way}${column.optional ? ' nulls last' : ''}, ${tie(order)} ${way}`;
}

/** The value a row is sorted by, as text, for the cursor. */
export function sortKeySql(order: Order, score = ''): string {
  const column = columnOf(order, score);
  // Milliseconds are all a stored time has, and text keeps a float exact.
  return column.type === 'timestamptz'
    ? `(extract(epoch from ${column.sql}) * 1000)::bigint::text`
    : `(${column.sql})::text`;
}

/** Where the last page ended. */
export interface Position {
  key: string | null;
  id: string;
}

/** What follows a position, as a condition. */
export function afterSql(order: Order, { key, id }: Position, bind: Bind, score = ''): string {
  const { sql, type, optional } = columnOf(order, score);
  const beyond = order.direction === 1 ? '>' : '<';
  const last = bind(id);
  if (key === null) return `(${sql} is null and ${tie(order)} ${beyond} ${last})`;

  const place = `${bind(type === 'timestamptz' ? new Date(Number(key)) : Number(key))}::${type}`;
  // One comparison of rows, which an index can answer.
  const after = `(${sql}, ${tie(order)}) ${beyond} (${place}, ${last})`;
  return optional ? `(${after} or ${sql} is null)` : after;
}

/** A cursor names its order: one of another list is refused rather than misread. */
export function writeCursor(order: Order, { key, id }: Position): string {
  return Buffer.from(JSON.stringify([order.field, order.direction, key, id])).toString('base64url');
}

/** @throws cursor_invalid */
export function readCursor(order: Order, cursor: string): Position {
  const parts = parse(cursor);
  if (!Array.isArray(parts) || parts.length !== 4) throw commonErrors.cursor_invalid();

  const [field, direction, key, id] = parts as unknown[];
  const { type, optional = false } = columnOf(order, '');
  const fits =
    field === order.field &&
    direction === order.direction &&
    (key === null ? optional : typeof key === 'string' && keyPatterns[type].test(key)) &&
    isRecordId(id);
  if (!fits) throw commonErrors.cursor_invalid();
  return { key: key as string | null, id };
}

/** What fits each type whatever its digits, so that no cursor can make a statement fail. */
const keyPatterns: Record<SortColumn['type'], RegExp> = {
  timestamptz: /^\d{1,15}$/,
  bigint: /^-?\d{1,15}$/,
  integer: /^\d{1,4}$/,
  'double precision': /^-?\d{1,4}(\.\d{1,20})?(e-\d{1,2})?$/,
};

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

import { commonErrors, maxPerPage, type PageQuery } from '@parley/contracts';

import { currentCall } from '../call/call.ts';

/** A field that a list may be sorted by. */
export interface SortColumn {
  /** The column, or an expression. */
  sql: string;
  type: SortType;
  /** Records without a value come last, whatever the direction. */
  nullable?: true;
}

type SortType = 'timestamptz' | 'text' | 'bigint' | 'integer' | 'double precision' | 'boolean';

/** How a list of records may be ordered. An index of `(id_project, <column>, <id>)` answers any page of it. */
export interface SortedList<Field extends string> {
  /** A cursor of a list of another name is refused. */
  name: string;
  /** By their names on the wire. */
  columns: Readonly<Record<Field, SortColumn>>;
  /** The column with the `_id`, which breaks ties. */
  id: string;
  defaultField: NoInfer<Field>;
  /** Default -1, newest first. */
  defaultDirection?: 1 | -1;
}

/** Puts a value beside the statement and returns its place, `$7`. */
export type Bind = (value: unknown) => string;

/** Collects the values of a statement; `values` may have some already. */
export const binder =
  (values: unknown[]): Bind =>
  (value) =>
    `$${values.push(value)}`;

/** Two columns that every row of a page has besides its own: where in the order it stands. */
export interface Placed {
  pageKey: string | null;
  pageId: string;
}

/** SQL parts of one page of a list, by number or after a cursor. */
export interface Page {
  perPage: number;
  /** The columns `pageKey` and `pageId`, for the select list. */
  columns: string;
  /** Condition that the cursor sets; `true` without one. */
  after(bind: Bind): string;
  /** For `order by`. */
  order: string;
  /** `limit … offset …`; one row more than the page, which shows whether there is a next one. */
  limit(bind: Bind): string;
  /**
   * The rows that several queries may give to the page, in brackets, to be ordered and limited again: an OR of their
   * conditions, or of those of a cursor where values may be missing, would be answered by no index. Each is read no further than
   * the page reaches.
   * @param limit puts the number of rows into the text; by default it is bound
   */
  merged(queries: readonly MergedQuery[], bind: Bind, limit?: (rows: number) => string): string;
  /** Drops that extra row. `next` is the cursor of the following page, absent on the last one. */
  cut<Row extends Placed>(rows: readonly Row[]): { rows: Row[]; next?: string };
}

/** A query that ends with a condition, or a function that puts the rest, a condition with order and limit, into its text. */
type MergedQuery = string | ((rest: string) => string);

const restOf = (query: MergedQuery, rest: string): string =>
  typeof query === 'string' ? `${query} and ${rest}` : query(rest);

/**
 * The page that a query asks for.
 * @throws commonErrors.cursor_invalid for a cursor that is malformed, or of another list or order
 */
export function pageOf<Field extends string>(list: SortedList<Field>, query: PageQuery<Field>): Page {
  const asked = query.sortField ?? query.sort;
  const position = query.cursor === undefined ? undefined : readCursor(list, query.cursor, asked, query.direction);
  const field = position?.field ?? asked ?? list.defaultField;
  const direction = position?.direction ?? query.direction ?? list.defaultDirection ?? -1;
  const column: SortColumn = list.columns[field];
  const way = direction === 1 ? 'asc' : 'desc';

  const offset = position ? 0 : query.page * query.limit;
  const order = `${column.sql} ${way}${column.nullable ? ' nulls last' : ''}, ${list.id} ${way}`;
  const following = (bind: Bind) => (position ? followingSql(list.id, column, position, bind) : ['true']);
  const after = (bind: Bind) => `(${following(bind).join(' or ')})`;

  return {
    perPage: query.limit,
    columns: `${keySql(column)} as "pageKey", ${list.id} as "pageId"`,
    after,
    order,
    limit: (bind) => `limit ${bind(query.limit + 1)} offset ${bind(offset)}`,
    merged: (queries, bind, limit = bind) => {
      const rest = `order by ${order} limit ${limit(offset + query.limit + 1)}`;
      const parts = following(bind).flatMap((one) => queries.map((query) => `(${restOf(query, `${one} ${rest}`)})`));
      return `(${parts.join(' union all ')})`;
    },
    cut: (rows) => {
      const last = rows[query.limit - 1];
      if (!last || rows.length <= query.limit) return { rows: [...rows] };
      return {
        rows: rows.slice(0, query.limit),
        next: writeCursor({ list: list.name, field, direction, key: last.pageKey, id: last.pageId }),
      };
    },
  };
}

/**
 * Value of the `Link` header that leads to the next page of the list that is being answered: the path that was called, an alias
 * too, with this query.
 * @param query what else the caller asked for, as on the wire; absent members are left out, lists repeat their name, and
 * a `limit` beyond what may be asked for is the list's own: the next page has it too without being asked
 */
export function nextLink(
  cursor: string,
  query: Readonly<Record<string, QueryValue | readonly QueryValue[]>> = {},
): string {
  const members = new URLSearchParams();
  const limit = Number(query.limit) > maxPerPage ? undefined : query.limit;
  for (const [name, value] of Object.entries({ ...query, limit, page: undefined, cursor })) {
    const values: readonly QueryValue[] = Array.isArray(value) ? value : [value];
    for (const one of values) if (one !== undefined) members.append(name, String(one));
  }
  const path = (currentCall().path ?? '').replace(/[<>"]/g, encodeURIComponent);
  return `<${path}?${members}>; rel="next"`;
}

type QueryValue = string | number | boolean | undefined;

interface Position<Field extends string> {
  list: string;
  field: Field;
  direction: 1 | -1;
  key: string | null;
  id: string;
}

function writeCursor(position: Position<string>): string {
  const { list, field, direction, key, id } = position;
  return Buffer.from(JSON.stringify([list, field, direction, key, id])).toString('base64url');
}

function readCursor<Field extends string>(
  list: SortedList<Field>,
  cursor: string,
  asked: Field | undefined,
  direction: 1 | -1 | undefined,
): Position<Field> {
  const parts = parsed(cursor);
  if (!Array.isArray(parts) || parts.length !== 5) throw commonErrors.cursor_invalid();

  const [name, field, way, key, id] = parts as unknown[];
  const fits =
    name === list.name &&
    isField(list, field) &&
    (asked ?? field) === field &&
    (way === 1 || way === -1) &&
    (direction ?? way) === way &&
    keyFits(list.columns[field], key) &&
    typeof id === 'string' &&
    /^[\w-]{1,255}$/.test(id);
  if (!fits) throw commonErrors.cursor_invalid();
  return { list: name, field, direction: way, key: key as string | null, id };
}

function isField<Field extends string>(list: SortedList<Field>, field: unknown): field is Field {
  return typeof field === 'string' && Object.hasOwn(list.columns, field);
}

function keyFits(column: SortColumn, key: unknown): boolean {
  if (key === null) return column.nullable === true;
  return typeof key === 'string' && key.length <= 1_000 && keyPatterns[column.type].test(key);
}

// What each type takes whatever its digits, so that no cursor, made up as it may be, can make a statement fail.
const keyPatterns: Record<SortType, RegExp> = {
  timestamptz: /^-?\d{1,17}$/,
  bigint: /^-?\d{1,18}$/,
  integer: /^-?\d{1,9}$/,
  'double precision': /^-?\d{1,17}(\.\d{1,17})?(e[+-]?\d{1,2})?$/,
  boolean: /^(true|false)$/,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: U+0000 is the one character PostgreSQL cannot hold.
  text: /^[^\u0000\ud800-\udfff]*$/u,
};

/** The value a row is sorted by, as text that gives it back exactly. */
function keySql({ sql, type }: SortColumn): string {
  return type === 'timestamptz' ? `(extract(epoch from ${sql}) * 1000000)::bigint::text` : `(${sql})::text`;
}

/** Conditions of what comes after the cursor, one of which holds, never two: an index answers each, and no OR of them. */
function followingSql(idSql: string, column: SortColumn, position: Position<string>, bind: Bind): string[] {
  const beyond = position.direction === 1 ? '>' : '<';
  if (position.key === null) return [`(${column.sql} is null and ${idSql} ${beyond} ${bind(position.id)})`];

  const place = bind(position.key);
  const value =
    column.type === 'timestamptz'
      ? `(timestamptz 'epoch' + ${place}::text::bigint * interval '1 microsecond')`
      : `${place}::text::${column.type}`;
  // One comparison of rows.
  const following = `(${column.sql}, ${idSql}) ${beyond} (${value}, ${bind(position.id)})`;
  return column.nullable ? [following, `${column.sql} is null`] : [following];
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

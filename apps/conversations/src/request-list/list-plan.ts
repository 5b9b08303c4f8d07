import { createHash } from 'node:crypto';

import { type Actor, isMachine, type ListRequestsQuery, RequestStatus } from '@parley/contracts';
import { binder, type Page, type Statement } from '@parley/service-kit/database';
import { isEndUser, principalOf } from '../access/actor.ts';
import { type Viewer, type VisiblePart, viewerOf, visibleListSql } from '../access/visibility.ts';
import { readColumns, readerOf } from '../read-position/reader.columns.ts';
import { agentsColumn, rowColumns, rowStamp, rowTables } from '../request-row/row.columns.ts';
import { headByKey, requestColumns, requestStamp, requestTables } from '../request-state/request.columns.ts';
import { sharedCopiesSql } from '../request-state/request.copies.ts';
import { filterSql } from './request-filter.ts';
import { requestPage } from './request-order.ts';
import { type SearchedText, type TextSearch, textSearch } from './text-search.ts';

/** A statement with its values. */
interface Bound {
  statement: Statement;
  values: unknown[];
}

export interface ListPlan {
  /** The rows of the page with their stamps, to validate cached records, and the total count. */
  stamps: Bound;
  /** The ids of the page alone. */
  ids: Bound;
  /** How many match. */
  total: Bound;
  /** Records of these ids, still subject to visibility and filters but not to the text search. */
  some(ids: readonly string[]): Bound;
  /** The same as rows. */
  someRows(ids: readonly string[]): Bound;
  page: Page;
}

export interface ListOptions {
  /** Only requests whose requester is the caller. */
  own?: boolean;
  /** For lists with `full_text`. */
  searched?: SearchedText;
}

/** Builds the statements of a list; each is one round trip. @throws cursor_invalid */
export function planList(
  actor: Actor,
  projectId: string,
  query: ListRequestsQuery,
  { own = false, searched }: ListOptions = {},
): ListPlan {
  const values: unknown[] = [projectId];
  const bind = binder(values);
  const principal = principalOf(actor);
  const viewer: Viewer = own ? { sees: 'own', principal } : viewerOf(actor);
  const visible = visibleListSql(viewer, '$1', bind);
  const conditions = ['r.id_project = $1', ...filterSql(query, { principal, teammate: actor.teammateId }, bind)].join(
    ' and ',
  );
  const filter = `${conditions} and (${visible.parts.map(({ sql }) => sql).join(' or ')})`;
  const filterValues = [...values];
  const isRow = query.view === 'row';
  const plain = isPlain(query);
  const statement = (text: string): Statement => (plain ? prepared(text) : { text });

  const counts = visible.parts.flatMap((part) => countsOf(part, conditions, query));
  const list = searched
    ? foundList(query, filter, textSearch(searched, viewer, bind))
    : plainList(query, filter, counts);
  const countValues = [...values];
  const { page, count } = list;
  const given = withSql(visible.given, ...list.given);
  const rows = list.rows(`${page.after(bind)} order by ${page.order} ${page.limit(plain ? inline : bind)}`);
  const pageValues = [...values];
  // Machines have read nothing.
  const reader = isRow && !isMachine(actor.kind) ? bind(principal) : undefined;
  const [readBy, ofReader] = reader === undefined ? ['', ''] : [readerOf(reader, '$1'), `, ${readColumns(reader)}`];
  const stamps = `${given} select r.id, r.request_id as "requestId", ${isRow ? rowStamp : requestStamp} as stamp, r.score, r."pageKey", r."pageId", r.place,
      ${query.no_count ? '0' : count} as count${ofReader}
    from (${rows}) r ${headByKey('$1')} ${readBy} order by r.place`;
  const some = (text: typeof recordsSql, ids: readonly string[]): Bound => {
    const asked = `${filter} and r.id = any ($${filterValues.length + 1}::text[])`;
    return { statement: statement(text(asked, visible.given, actor, query)), values: [...filterValues, ids] };
  };

  return {
    stamps: { statement: statement(stamps), values },
    ids: {
      statement: { text: `${given} select r.id, r."pageKey", r."pageId" from (${rows}) r order by r.place` },
      values: pageValues,
    },
    total: { statement: { text: `${given} select ${count} as count` }, values: countValues },
    some: (ids) => some(recordsSql, ids),
    someRows: (ids) => some(rowsSql, ids),
    page,
  };
}

/** Records of a page with their stamps; what they share is in the first row. */
function recordsSql(asked: string, given: string | undefined, _actor: Actor, query: ListRequestsQuery): string {
  const page = `page as materialized (
      select ${requestColumns}, ${requestStamp} as stamp from request r ${headByKey('$1')} where ${asked})`;
  return `${withSql(given, page)}
    select p.*, case when row_number() over () = 1 then ${query.no_populate ? 'null' : sharedCopiesSql} end as shared from page p`;
}

/** The same as rows. */
function rowsSql(asked: string, given: string | undefined, actor: Actor): string {
  const agents = isEndUser(actor) ? `, ${agentsColumn}` : '';
  return `${withSql(given)} select ${rowColumns}, ${rowStamp} as stamp${agents} from ${rowTables} where ${asked}`;
}

/** What differs between plain lists and text searches. */
interface List {
  page: Page;
  /** Common table expressions. */
  given: string[];
  /** SQL of the total count. */
  count: string;
  /** The rows of the page with their index. @param rest cursor condition, order and limit */
  rows(rest: string): string;
}

/** Uses the indexes of `request`. @param counts parts of the total */
function plainList(query: ListRequestsQuery, filter: string, counts: readonly string[]): List {
  const page = requestPage(query);
  const from = tablesOf(filter + page.order);
  return {
    page,
    given: [],
    count: counts.map((count) => `(${count})`).join(' + '),
    rows: (rest) => `select c.*, row_number() over () as place from (
      select r.id, r.request_id, r.lead_id, r.requester, r.xmin, null as score, ${page.columns} from ${from} where ${filter} and ${rest}) c`,
  };
}

/** Heads are joined only to the rows of the page, unless a filter or the order needs them. */
const tablesOf = (text: string): string => (isAbout('h', text) ? requestTables : 'request r');

/** The count of one visible part. Open requests are few; closed ones without a filter come from `request_count`. */
function countsOf({ sql, isOfDepartments }: VisiblePart, conditions: string, query: ListRequestsQuery): string[] {
  const count = (text: string) => `select count(*)::int from ${tablesOf(text)} where ${text} and ${sql}`;
  if (!isOfDepartments || !asksForAllClosed(query)) return [count(conditions)];
  const closed = `select coalesce(sum(r.closed), 0)::int from request_count r where r.id_project = $1 and ${sql}`;
  return [count(`${conditions} and r.status < 1000`), closed];
}

function asksForAllClosed(query: ListRequestsQuery): boolean {
  const { status, no_count: _count, ...rest } = query;
  return (status?.includes(RequestStatus.closed) ?? false) && hasOnly(rest, plainParameters);
}

const hasOnly = (query: object, names: ReadonlySet<string>): boolean =>
  Object.entries(query).every(([name, value]) => value === undefined || names.has(name));

/** Only the newest matches are scored, older ones follow unscored: scoring all would make a common word slow. */
const scoredRows = 500;

/** Uses the full-text index, scanned once for the page and its count, merged with what is not indexed yet. */
function foundList(query: ListRequestsQuery, filter: string, { given, score }: TextSearch): List {
  const isScored = !query.no_textscore;
  const page = requestPage(query, isScored);
  const head = isAbout('h', filter) ? headOfRow : '';
  const found = `found as materialized (
      select r.id, m.nth from matched m ${requestOf('m.request')} ${head} where ${filter})`;
  const oldest = `(select id from found order by id desc offset ${scoredRows - 1} limit 1)`;
  const scored = `scored as materialized (
      select f.id, case when f.id >= coalesce(${oldest}, '') then coalesce(${score}, 0) else 0 end as score from found f)`;
  const ordered = isScored ? 'scored f' : `(select id, null as score from found) f ${requestOf('f.id')} ${headOfRow}`;
  return {
    page,
    given: [...given, found, ...(isScored ? [scored] : [])],
    count: '(select count(*)::int from found)',
    rows: (rest) => `select c.*, r.request_id, r.lead_id, r.requester, r.xmin from (
      select c.*, row_number() over () as place from (
        select f.id, f.score, ${page.columns} from ${ordered} where ${rest}) c) c
      ${requestOf('c.id', 'request_id, lead_id, requester, xmin')}`,
  };
}

/** Each by its key: planned as a join, a search of a table without statistics would compare all rows of both sides. */
const requestOf = (id: string, columns = '*'): string =>
  `cross join lateral (select ${columns} from request r where r.id_project = $1 and r.id = ${id} offset 0) r`;

function withSql(...expressions: (string | undefined)[]): string {
  const given = expressions.filter((expression) => expression !== undefined);
  return given.length === 0 ? '' : `with ${given.join(', ')}`;
}

const headOfRow =
  'cross join lateral (select * from request_head h where h.id_project = $1 and h.id = r.id offset 0) h';
const isAbout = (table: string, text: string): boolean => new RegExp(`\\b${table}\\.`).test(text);

/** The limit is a literal: planned as a parameter, it would be planned as a large one. */
const inline = (value: unknown): string => String(Number(value));

/** Parameters with few distinct statements; operations pass their whole input, including path parameters. */
const plainParameters = new Set([
  'id_project',
  'page',
  'limit',
  'cursor',
  'sortField',
  'sort',
  'direction',
  'no_populate',
  'view',
]);
const commonPageSizes = new Set([20, 40, 100]);

/** Connections keep prepared statements, so only the common lists are prepared. */
function isPlain(query: ListRequestsQuery): boolean {
  const field = query.sortField ?? query.sort ?? 'createdAt';
  const isUsual =
    commonPageSizes.has(query.limit) &&
    query.direction !== 1 &&
    ['createdAt', 'updatedAt', 'last_message_at'].includes(field);
  // Each offset would be a statement of its own.
  const isOffset = query.page > 0 && query.cursor === undefined;
  return isUsual && !isOffset && hasOnly(query, plainParameters);
}

/** Lists without filters are prepared once per connection; filters would give too many distinct statements. */
function prepared(text: string): Statement {
  return { name: `list_requests_${createHash('sha1').update(text).digest('base64url')}`, text };
}

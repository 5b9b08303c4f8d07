import { createHash } from 'node:crypto';

import { type Actor, isMachine, type ListRequestsQuery } from '@parley/contracts';
import { type Bind, binder, type Page, type Statement } from '@parley/service-kit/database';
import { isEndUser, principalOf } from '../access/actor.ts';
import { type Viewer, type VisibleList, type VisiblePart, viewerOf, visibleListSql } from '../access/visibility.ts';
import { readColumns, readerOf } from '../read-position/reader.columns.ts';
import { agentsColumn, rowColumns, rowStamp, rowTables } from '../request-row/row.columns.ts';
import { unlisted } from '../request-state/listed-under.ts';
import { headByKey, requestColumns, requestStamp, requestTables } from '../request-state/request.columns.ts';
import { sharedCopiesSql } from '../request-state/request.copies.ts';
import { type FilterCaller, filterSql, isKeyed, listsOpenOnly, notHidden } from './request-filter.ts';
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
  const caller = { principal, teammate: actor.teammateId };
  const visible = visibleListSql(viewer, '$1', bind);
  const conditions = ['r.id_project = $1', ...filterSql(query, caller, bind)];
  const filter = `${conditions.join(' and ')} and (${visible.parts.map(({ sql }) => sql).join(' or ')})`;
  const filterValues = [...values];
  const isRow = query.view === 'row';
  const plain = isPlain(query);
  const statement = (text: string): Statement => (plain ? prepared(text) : { text });

  const count = visible.parts.map((part) => `(${countOf(part, conditions, query)})`).join(' + ');
  const list = searched
    ? foundList(query, filter, textSearch(searched, viewer, bind))
    : { given: [], count, ...listFor(query, caller, visible, conditions, filter) };
  const countValues = [...values];
  const { page } = list;
  const given = withSql(visible.given, ...list.given);
  const rows = list.rows(bind, plain ? inline : bind);
  const pageValues = [...values];
  // Machines have read nothing.
  const reader = isRow && !isMachine(actor.kind) ? bind(principal) : undefined;
  const [readBy, ofReader] = reader === undefined ? ['', ''] : [readerOf(reader, '$1'), `, ${readColumns(reader)}`];
  const stamps = `${given} select r.id, r.request_id as "requestId", ${isRow ? rowStamp : requestStamp()} as stamp, r.score, r."pageKey", r."pageId", r.place,
      ${query.no_count ? '0' : list.count} as count${ofReader}
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
    total: { statement: { text: `${given} select ${list.count} as count` }, values: countValues },
    some: (ids) => some(recordsSql, ids),
    someRows: (ids) => some(rowsSql, ids),
    page,
  };
}

/** Records of a page with their stamps; what they share is in the first row. */
function recordsSql(asked: string, given: string | undefined, _actor: Actor, query: ListRequestsQuery): string {
  const page = `page as materialized (
      select ${requestColumns}, ${requestStamp()} as stamp from request r ${headByKey('$1')} where ${asked})`;
  return `${withSql(given, page)}
    select p.*, case when row_number() over () = 1 then ${query.no_populate ? 'null' : sharedCopiesSql} end as shared from page p`;
}

/** The same as rows. */
function rowsSql(asked: string, given: string | undefined, actor: Actor): string {
  const agents = isEndUser(actor) ? `, ${agentsColumn}` : '';
  return `${withSql(given)} select ${rowColumns}, ${rowStamp} as stamp${agents} from ${rowTables} where ${asked}`;
}

/** What differs between lists and text searches. */
interface List extends Rows {
  /** Common table expressions. */
  given: string[];
  /** SQL of the total count. */
  count: string;
}

interface Rows {
  page: Page;
  /** The rows of the page with their index. @param limit puts a number of rows into the text */
  rows(bind: Bind, limit: Bind): string;
}

function listFor(
  query: ListRequestsQuery,
  caller: FilterCaller,
  visible: VisibleList,
  conditions: readonly string[],
  filter: string,
): Rows {
  const isByMessages = (query.sortField ?? query.sort) === 'last_message_at';
  const seesDepartments = visible.parts.some(({ isOfDepartments }) => isOfDepartments);
  if (isByMessages && seesDepartments && !isKeyed(query, caller)) return inbox(query, visible, conditions, filter);
  return plainList(query, filter);
}

/** What the page of a list has of each request. */
const rowOf = (page: Page): string =>
  `r.id, r.request_id, r.lead_id, r.requester, r.xmin, null as score, ${page.columns}`;

/** Uses the indexes of `request`. */
function plainList(query: ListRequestsQuery, filter: string): Rows {
  const page = requestPage(query);
  const from = tablesOf(filter + page.order);
  return {
    page,
    rows: (bind, limit) => `select c.*, row_number() over () as place from (
      select ${rowOf(page)} from ${from} where ${filter} and ${restOf(page, bind, limit)}) c`,
  };
}

const restOf = (page: Page, bind: Bind, limit: Bind): string =>
  `${page.after(bind)} order by ${page.order} ${page.limit(limit)}`;

/**
 * Requests in the order of their messages. Each department that the viewer sees gives its newest from an index, and so does what
 * the viewer serves or follows elsewhere; the page is made of these.
 */
function inbox(query: ListRequestsQuery, visible: VisibleList, conditions: readonly string[], filter: string): Rows {
  const page = requestPage(query);
  const isOfOpen = listsOpenOnly(query);
  const row = `${rowOf(page)}, h.last_message_at`;
  const department = (groups: string) => (rest: string) =>
    `select x.* from (${groups}) g cross join lateral (
      select ${row} from request_head h ${requestByKey}
      where h.id_project = $1 and h.listed_under = g.id and ${filter} and ${rest}) x`;
  const elsewhere = visible.parts.flatMap((part) => {
    if (part.isOfDepartments) return [];
    const where = [...conditions, isOfOpen ? part.ofOpen : part.sql].join(' and ');
    return [(rest: string) => `select ${row} from request r ${headByKey('$1')} where ${where} and ${rest}`];
  });
  return {
    page,
    rows: (bind, limit) => {
      const groups = groupsSql(query, visible, bind);
      // Named as the tables of the order that they come from.
      return `select c.*, row_number() over () as place from (
        select h.* from ${page.merged([department(groups), ...elsewhere], bind, limit)} h cross join lateral (select h.id) r
        order by ${page.order} ${page.limit(limit)}) c`;
    },
  };
}

/** Joins its request to each head, so that heads are read in their order, and no further than the page reaches. */
const requestByKey = `cross join lateral (
  select r.xmin, r.* from request r where r.id_project = $1 and r.id = h.id offset 0) r`;

/** The groups of heads (`listedUnder`) that a list may have requests of. */
function groupsSql(query: ListRequestsQuery, { given }: VisibleList, bind: Bind): string {
  const known = given
    ? `select unnest(array[id, '${unlisted}' || id]) as id from visible_departments`
    : `with recursive known as (
        (select q.listed_under as id from request_head q where q.id_project = $1 order by q.listed_under limit 1)
        union all
        select (select q.listed_under from request_head q where q.id_project = $1 and q.listed_under > k.id
          order by q.listed_under limit 1) from known k where k.id is not null)
      select id from known where id is not null`;
  const conditions = [
    ...(listsOpenOnly(query) ? [`left(id, 1) <> '${unlisted}'`] : []),
    ...(query.dept_id === undefined ? [] : [`ltrim(id, '${unlisted}') = ${bind(query.dept_id)}`]),
  ];
  return `select id from (${known}) k ${conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`}`;
}

/** Heads are joined only to the rows of the page, unless a filter or the order needs them. */
const tablesOf = (text: string): string => (isAbout('h', text) ? requestTables : 'request r');

/** The count of one visible part: kept figures if only department, status and drafts matter. */
function countOf(part: VisiblePart, conditions: readonly string[], query: ListRequestsQuery): string {
  if (part.isOfDepartments && isCountKept(query)) {
    // No figure has hidden requests.
    const kept = conditions.filter((condition) => condition !== notHidden);
    return `select coalesce(sum(r.open + r.closed), 0)::int from request_count r where ${kept.join(' and ')} and ${part.sql}`;
  }
  const text = conditions.join(' and ');
  const matching = `from ${tablesOf(text)} where ${text} and ${listsOpenOnly(query) ? part.ofOpen : part.sql}`;
  const { count_limit: limit } = query;
  // One more than asked for says that there are more.
  return `select count(*)::int ${limit === undefined ? matching : `from (select ${matching} limit ${limit + 1}) m`}`;
}

function isCountKept(query: ListRequestsQuery): boolean {
  const { status: _status, draft: _draft, dept_id: _department, no_count: _none, count_limit: _limit, ...rest } = query;
  return hasOnly(rest, plainParameters);
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
    rows: (bind, limit) => `select c.*, r.request_id, r.lead_id, r.requester, r.xmin from (
      select c.*, row_number() over () as place from (
        select f.id, f.score, ${page.columns} from ${ordered} where ${restOf(page, bind, limit)}) c) c
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

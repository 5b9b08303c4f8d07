import { createHash } from 'node:crypto';

import type { Actor, ListRequestsQuery } from '@parley/contracts';
import type { Bind, Page, Statement } from '@parley/service-kit';

import { requestColumns } from './request.columns.ts';
import { sharedCopiesSql } from './request.copies.ts';
import { filterSql } from './request-filter.ts';
import { requestPage } from './request-order.ts';
import { matchesSql, scoreSql, searchExpression } from './text-search.ts';
import { principalOf, type Viewer, viewerOf, visibleSql } from './visibility.ts';

/** A request and its head, as every read joins them. */
export const requestTables = `request r join request_head h on h.id_project = r.id_project and h.id = r.id`;

/** Puts values beside a statement; the first is always the project, `$1`. */
export function binder(values: unknown[]): Bind {
  return (value) => `$${values.push(value)}`;
}

export interface ListPlan {
  statement: Statement;
  values: unknown[];
  /** The same filters, counted; takes the first `places` of the values. */
  total: { text: string; places: number };
  page: Page;
}

/** The statement of a list: a page and the count of all that match, in one trip. @throws cursor_invalid */
export function planList(actor: Actor, projectId: string, query: ListRequestsQuery, own: boolean): ListPlan {
  const values: unknown[] = [projectId];
  const bind = binder(values);
  const principal = principalOf(actor);
  const viewer: Viewer = own ? { sees: 'own', principal } : viewerOf(actor);
  const search = query.full_text === undefined ? undefined : bind(searchExpression(query.full_text));

  const conditions = [
    'r.id_project = $1',
    visibleSql(viewer, '$1', bind),
    ...filterSql(query, { principal }, bind),
    ...(search ? [matchesSql(search)] : []),
  ].join(' and ');
  // The heads are joined to the rows of the page alone, unless a filter or the order asks for them.
  const counted = /\bh\./.test(conditions) ? requestTables : 'request r';
  const count = `select count(*)::int as count from ${counted} where ${conditions}`;
  const total = { text: count, places: values.length };

  const score = search && !query.no_textscore ? scoreSql(search) : undefined;
  const page = requestPage(query, score);
  const plain = isPlain(query);
  const chosen = `${conditions} and ${page.after(bind)} order by ${page.order} ${page.limit(plain ? inline : bind)}`;
  const headFirst = /\bh\./.test(chosen);
  const text = `with page as materialized (
      select ${requestColumns}, r.score, ${page.columns}, row_number() over (order by ${page.order}) as place
      from (select r.*, ${score ?? 'null'} as score from ${headFirst ? requestTables : 'request r'} where ${chosen}) r
      join request_head h on h.id_project = $1 and h.id = r.id)
    select p.*, ${query.no_count ? '0' : `(${count})`} as count,
      case when p.place = 1 then ${query.no_populate ? 'null' : sharedCopiesSql} end as shared
    from page p order by p.place`;
  return { statement: plain ? prepared(text) : { text }, values, total, page };
}

/** The size of a page stands in the statement: planned for any size, it would be planned for a large one. */
const inline = (value: unknown): string => String(Number(value));

/** Parameters that choose among few texts, or none; operations pass their whole input, with the path's. */
const plainParameters = new Set([
  'id_project',
  'page',
  'limit',
  'cursor',
  'sortField',
  'sort',
  'direction',
  'no_populate',
]);

function isPlain(query: ListRequestsQuery): boolean {
  // Each offset would be a text of its own.
  if (query.page > 0 && query.cursor === undefined) return false;
  return Object.entries(query).every(([name, value]) => value === undefined || plainParameters.has(name));
}

/** A list without filters is prepared once per connection; with filters there are too many different ones. */
function prepared(text: string): Statement {
  return { name: `list_requests_${createHash('sha1').update(text).digest('base64url')}`, text };
}

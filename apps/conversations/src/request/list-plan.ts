import { createHash } from 'node:crypto';

import type { Actor, ListRequestsQuery } from '@parley/contracts';
import type { Bind, Page, Statement } from '@parley/service-kit';

import { requestColumns } from './request.columns.ts';
import { copiesSql } from './request.copies.ts';
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
  // Counting without the heads reads half the rows; they are joined only for a filter on them.
  const counted = /\bh\./.test(conditions) ? requestTables : 'request r';
  const count = `select count(*)::int as count from ${counted} where ${conditions}`;
  const total = { text: count, places: values.length };

  const score = search && !query.no_textscore ? scoreSql(search) : undefined;
  const page = requestPage(query, score);
  const text = `select ${requestColumns}, ${copiesSql()} as copies, ${score ?? 'null'} as score, ${page.columns},
      ${query.no_count ? '0' : `(${count})`} as count
    from ${requestTables} where ${conditions} and h.id_project = $1 and ${page.after(bind)} order by ${page.order} ${page.limit(bind)}`;
  return { statement: isPlain(query) ? prepared(text) : { text }, values, total, page };
}

/** Parameters that choose among few texts, or none. */
const plainParameters = new Set(['page', 'limit', 'cursor', 'sortField', 'sort', 'direction', 'no_populate']);

function isPlain(query: ListRequestsQuery): boolean {
  return Object.entries(query).every(([name, value]) => value === undefined || plainParameters.has(name));
}

/** A list without filters is prepared once per connection; with filters there are too many different ones. */
function prepared(text: string): Statement {
  return { name: `list_requests_${createHash('sha1').update(text).digest('base64url')}`, text };
}

import type { Actor, ListRequestsQuery } from '@parley/contracts';
import type { Statement } from '@parley/service-kit';

import { requestColumns } from './request.columns.ts';
import { copiesSql } from './request.copies.ts';
import { filterSql } from './request-filter.ts';
import { afterSql, type Order, orderOf, orderSql, type Position, readCursor, sortKeySql } from './request-order.ts';
import { matchesSql, scoreSql, searchExpression } from './text-search.ts';
import { type Bind, principalOf, type Viewer, viewerOf, visibleSql } from './visibility.ts';

/** A request and its head, as every read joins them. */
export const requestTables = `request r join request_head h on h.id_project = r.id_project and h.id = r.id`;

const defaultLimit = 40;

/** Puts values beside a statement; the first is always the project, `$1`. */
export function binder(values: unknown[]): Bind {
  return (value) => `$${values.push(value)}`;
}

export interface ListPlan {
  page: Statement;
  /** The same filters, counted; takes the first `places` of the values. */
  total: { text: string; places: number };
  values: unknown[];
  order: Order;
  perPage: number;
  isFirst: boolean;
}

/** The statement of a list: a page and the count of all that match, in one trip. */
export function planList(actor: Actor, projectId: string, query: ListRequestsQuery, own: boolean): ListPlan {
  const values: unknown[] = [projectId];
  const bind = binder(values);
  const principal = principalOf(actor);
  const viewer: Viewer = own ? { sees: 'own', principal } : viewerOf(actor);
  const search = query.full_text === undefined ? undefined : bind(searchExpression(query.full_text));

  const matching = [
    'r.id_project = $1 and h.id_project = $1',
    visibleSql(viewer, '$1', bind),
    ...filterSql(query, { principal }, bind),
    ...(search ? [matchesSql(search)] : []),
  ].join(' and ');
  const count = `select count(*)::int as count from ${requestTables} where ${matching}`;
  const total = { text: count, places: values.length };

  const order = orderOf(query);
  const score = search ? scoreSql(search) : '';
  const position = query.cursor === undefined ? undefined : readCursor(order, query.cursor);
  const onPage = position ? `${matching} and ${afterSql(order, position, bind, score)}` : matching;
  const perPage = query.limit ?? defaultLimit;
  const page = position ? 0 : (query.page ?? 0);

  const text = `select ${requestColumns}, ${copiesSql()} as copies,
      ${order.field === 'score' ? score : 'null'} as score, ${sortKeySql(order, score)} as "sortKey",
      ${query.no_count ? '0' : `(${count})`} as count
    from ${requestTables} where ${onPage}
    order by ${orderSql(order, score)} limit ${bind(perPage)} offset ${bind(page * perPage)}`;
  const name = nameOf(query, viewer, order, position);
  return { page: { ...(name && { name }), text }, total, values, order, perPage, isFirst: page === 0 && !position };
}

/** Parameters that leave the text of the statement as it is, or are part of its name. */
const plainParameters = new Set(['page', 'limit', 'cursor', 'sortField', 'sort', 'direction', 'no_populate']);

/** A list without filters is prepared once per connection; with filters there are too many different ones. */
function nameOf(query: ListRequestsQuery, viewer: Viewer, order: Order, position?: Position): string | undefined {
  const filtered = Object.entries(query).some(([name, value]) => value !== undefined && !plainParameters.has(name));
  if (filtered) return undefined;

  const place = position ? (position.key === null ? 'tail' : 'after') : 'page';
  return `list_requests_${viewer.sees}_${order.field}_${order.direction > 0 ? 'up' : 'down'}_${place}`;
}

import { createHash } from 'node:crypto';

import type { Actor, ListRequestsQuery } from '@parley/contracts';
import type { Bind, Page, Statement } from '@parley/service-kit';

import { requestColumns } from './request.columns.ts';
import { sharedCopiesSql } from './request.copies.ts';
import { filterSql } from './request-filter.ts';
import { requestPage } from './request-order.ts';
import { textSearch } from './text-search.ts';
import { principalOf, type Viewer, viewerOf, visibleListSql } from './visibility.ts';

/** A request and its head, as every read joins them. */
export const requestTables = `request r join request_head h on h.id_project = r.id_project and h.id = r.id`;

/** Puts values beside a statement; the first is always the project, `$1`. */
export function binder(values: unknown[]): Bind {
  return (value) => `$${values.push(value)}`;
}

export interface ListPlan {
  /** The rows of the page as records, and the count of all that match. */
  records: Statement;
  /** The same rows, but only what tells whether a record that is remembered still holds. */
  stamps: Statement;
  values: unknown[];
  /** Those of the filters alone: the first ones. */
  filterValues: unknown[];
  /** How many match; takes the values of the filters. */
  total: string;
  /** Some of the rows as records, by their ids at the place given. */
  some(ids: string): string;
  page: Page;
  /** All its texts are among few: worth preparing. */
  isPlain: boolean;
}

/** The statements of a list; each does its work in one trip. @throws cursor_invalid */
export function planList(actor: Actor, projectId: string, query: ListRequestsQuery, own: boolean): ListPlan {
  const values: unknown[] = [projectId];
  const bind = binder(values);
  const principal = principalOf(actor);
  const viewer: Viewer = own ? { sees: 'own', principal } : viewerOf(actor);
  const search = query.full_text === undefined ? undefined : textSearch(query.full_text, viewer, bind);

  const visible = visibleListSql(viewer, '$1', bind);
  const conditions = ['r.id_project = $1', ...filterSql(query, { principal }, bind)].join(' and ');
  const filter = `${conditions} and (${visible.join(' or ')})`;
  const filterValues = [...values];
  const score = query.no_textscore ? undefined : search?.score;
  const page = requestPage(query, score);
  const plain = isPlain(query);
  const chosen = `${filter} and ${page.after(bind)} order by ${page.order} ${page.limit(plain ? inline : bind)}`;

  // Heads are joined to the rows of the page alone, unless a filter or the order asks for them.
  const from = (text: string) => [isAbout('h', text) ? requestTables : 'request r', search?.join ?? ''].join(' ');
  const counts = visible.map((seen) => `(select count(*)::int from ${from(filter)} where ${conditions} and ${seen})`);
  const total = `select ${counts.join(' + ')} as count`;
  const count = `${query.no_count ? '0' : counts.join(' + ')} as count`;
  const row = (columns: string) => `${columns}, r.xmin, ${score ?? 'null'} as score`;
  const rows = (columns: string) => `(select c.*, row_number() over () as place
    from (select ${row(columns)}, ${page.columns} from ${from(chosen)} where ${chosen}) c) r ${headOfRow}`;
  const records = (source: string, more: string) => `with page as materialized (
      select ${requestColumns}, ${stampSql} as stamp, r.score, ${more} from ${source})
    select p.*, case when p.place = 1 then ${query.no_populate ? 'null' : sharedCopiesSql} end as shared`;
  const statement = (text: string): Statement => (plain ? prepared(text) : { text });

  return {
    records: statement(`${records(rows('r.*'), placed)}, ${count} from page p order by p.place`),
    stamps: statement(`select r.id, ${stampSql} as stamp, r.score, ${placed}, ${count}
      from ${rows('r.id, r.lead_id, r.requester')} order by r.place`),
    some: (ids) =>
      `${records(`(select ${row('r.*')} from ${from(filter)} where ${filter} and r.id = any (${ids})) r ${headOfRow}`, 'row_number() over () as place')} from page p`,
    ...{ values, filterValues, total, page, isPlain: plain },
  };
}

const placed = 'r."pageKey", r."pageId", r.place';
const headOfRow = 'join request_head h on h.id_project = $1 and h.id = r.id';
const isAbout = (table: string, text: string): boolean => new RegExp(`\\b${table}\\.`).test(text);

/**
 * Changes whenever anything that a record shows has changed: its own two rows, its lead and its requester (each version of a row
 * has its own `xmin`), or people, departments and bots (the clock of the copies).
 */
const stampSql = `concat_ws('.', r.xmin, h.xmin, (select k.ticks from copy_clock k where k.id_project = $1), '-',
  (select c.xmin from copy_lead c where c.id_project = $1 and c.id = r.lead_id), '-',
  (select c.id || '.' || c.xmin from copy_teammate c where c.id_project = $1 and c.principal = r.requester
    order by c.deleted, c.version desc limit 1))`;

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
const usualSizes = new Set([20, 40, 100]);

/** Each connection keeps what it has prepared: only the lists that clients show have a place there. */
function isPlain(query: ListRequestsQuery): boolean {
  const field = query.sortField ?? query.sort ?? 'createdAt';
  const isUsual = usualSizes.has(query.limit) && query.direction !== 1 && ['createdAt', 'updatedAt'].includes(field);
  // Each offset would be a text of its own.
  const isOffset = query.page > 0 && query.cursor === undefined;
  return (
    isUsual &&
    !isOffset &&
    Object.entries(query).every(([name, value]) => value === undefined || plainParameters.has(name))
  );
}

/** A list without filters is prepared once per connection; with filters there are too many different ones. */
export function prepared(text: string): Statement {
  return { name: `list_requests_${createHash('sha1').update(text).digest('base64url')}`, text };
}

import type { LeadSortField, LeadStatus, PageQuery } from '@parley/contracts';
import {
  type Bind,
  binder,
  type Database,
  orQueryTimeout,
  type Page,
  type Placed,
  pageOf,
  type Scanned,
  type SortedList,
} from '@parley/service-kit/database';

import type { Lead } from './lead.ts';
import { filterSql, isPlain, isSlow, type LeadFilter, statusesOf } from './lead-filter.ts';
import { leadColumns } from './lead-rows.repository.ts';

export interface LeadPage {
  leads: Lead[];
  /** Number of all matching leads, not only of this page. */
  count: number;
  perPage: number;
  next?: string;
}

const list: SortedList<LeadSortField> = {
  name: 'leads',
  columns: {
    createdAt: { sql: 'l.created_at', type: 'timestamptz' },
    updatedAt: { sql: 'l.updated_at', type: 'timestamptz' },
    fullname: { sql: 'l.fullname', type: 'text', nullable: true },
    email: { sql: 'l.email', type: 'text', nullable: true },
    lead_id: { sql: 'l.lead_id', type: 'text' },
  },
  id: 'l.id',
  defaultField: 'createdAt',
};

/**
 * Limits of a search. No parallel workers, which leaves the other processors to writes. Enough memory for an exact bitmap: a lossy one
 * names pages only, and all their rows would have to be rechecked. Source: contract 30 section 3.5.
 */
export const searchLimits = { connectMs: 500, statementMs: 2_000, workers: 0, sortMb: 32 };
/** Searches without an index queue for connections. */
export const slowLimits = { ...searchLimits, connectMs: 2_000 };
/** Exports take as long as their readers; this limits one batch, in which few of many leads may match. */
export const exportLimits = { statementMs: 60_000 };
/** Up to this number of matches, sorting is faster than walking the index of the list order. */
const maxSorted = 10_000;

/** Connection pools to the same database. */
export interface LeadDatabases {
  /** For lists and indexed searches. */
  quick: Database;
  /** For other searches. */
  slow: Database;
  exports: Database;
}

/** Reads leads over separate connection pools, a bulkhead that keeps searches from blocking writes, and exports from blocking searches. */
export class LeadQueries {
  readonly #databases: LeadDatabases;

  constructor(databases: LeadDatabases) {
    this.#databases = databases;
  }

  /** @throws cursor_invalid, query_timeout */
  async list(projectId: string, filter: LeadFilter, query: PageQuery<LeadSortField>): Promise<LeadPage> {
    const page = pageOf(list, query);
    const [count, rows] = await this.#withTimeout(filter, (db) =>
      isPlain(filter)
        ? Promise.all([this.#countAll(db, projectId, filter), this.#walk(db, projectId, filter, page)])
        : this.#search(db, projectId, filter, page),
    );
    const { rows: found, next } = page.cut(rows);
    const leads = found.map(({ pageKey: _key, pageId: _id, ...lead }) => lead as Lead);
    return { leads, count, perPage: page.perPage, ...(next && { next }) };
  }

  /** @throws query_timeout */
  count(projectId: string, filter: LeadFilter): Promise<number> {
    return this.#withTimeout(filter, (db) =>
      isPlain(filter) ? this.#countAll(db, projectId, filter) : this.#countMatches(db, projectId, filter),
    );
  }

  /** All matching leads from one snapshot, by status, oldest first. */
  scan(projectId: string, filter: LeadFilter): AsyncIterable<Scanned<Lead>> {
    const { conditions, values } = searchOf(projectId, filter);
    const text = `select ${leadColumns} from lead l where ${conditions} order by l.status, l.created_at, l.id`;
    return this.#databases.exports.scan<Lead>({ text }, values);
  }

  /** Counts, then reads a page; both share one time limit. */
  #search(db: Database, projectId: string, filter: LeadFilter, page: Page): Promise<[count: number, rows: Row[]]> {
    return db.transaction(async () => {
      // The time spent waiting for a connection does not count.
      await db.query(timeLimit(searchLimits.statementMs));
      const began = performance.now();
      const count = await this.#countMatches(db, projectId, filter);
      if (count === 0) return [count, []];
      await db.query(timeLimit(searchLimits.statementMs - (performance.now() - began)));
      return [count, await this.#readMatches(db, count, projectId, filter, page)];
    });
  }

  async #countAll(db: Database, projectId: string, filter: LeadFilter): Promise<number> {
    const text = `select coalesce(sum(temporary), 0)::int as "50", coalesce(sum(normal), 0)::int as "100",
      coalesce(sum(trashed), 0)::int as "1000" from lead_count where id_project = $1`;
    const [counts] = await db.query<Record<LeadStatus, number>>({ name: 'leads_count', text }, [projectId]);
    return statusesOf(filter).reduce((sum, status) => sum + (counts?.[status] ?? 0), 0);
  }

  async #countMatches(db: Database, projectId: string, filter: LeadFilter): Promise<number> {
    const { conditions, values } = searchOf(projectId, filter);
    const text = `select count(*)::int as count from lead l where ${conditions}`;
    const [row] = await db.query<{ count: number }>(text, values);
    return row?.count ?? 0;
  }

  #readMatches(db: Database, count: number, projectId: string, filter: LeadFilter, page: Page): Promise<Row[]> {
    if (count > maxSorted) return this.#walk(db, projectId, filter, page);
    const { conditions, values, bind } = searchOf(projectId, filter);
    // `offset 0` is an optimisation fence: the planner must use the plan of the count instead of walking the order of the list.
    return db.query<Row>(
      `select ${leadColumns}, ${page.columns} from (select l.* from lead l where ${conditions} offset 0) l
       where ${page.after(bind)} order by ${page.order} ${page.limit(bind)}`,
      values,
    );
  }

  /** Walks leads in the order of the list, one status at a time, as the indexes are sorted. */
  #walk(db: Database, projectId: string, filter: LeadFilter, page: Page): Promise<Row[]> {
    const values: unknown[] = [projectId];
    const bind = binder(values);
    const others = filterSql(filter, bind);
    const queries = statusesOf(filter).map((status) => {
      const conditions = ['l.id_project = $1', `l.status = ${bind(status)}`, ...others];
      return `select l.* from lead l where ${conditions.join(' and ')}`;
    });
    return db.query<Row>(
      `select ${leadColumns}, ${page.columns} from ${page.merged(queries, bind)} l
       order by ${page.order} ${page.limit(bind)}`,
      values,
    );
  }

  /** @throws query_timeout for a slow query or no free connection; never returns a partial result */
  #withTimeout<T>(filter: LeadFilter, work: (db: Database) => Promise<T>): Promise<T> {
    return orQueryTimeout(() => work(isSlow(filter) ? this.#databases.slow : this.#databases.quick));
  }
}

type Row = Lead & Placed;

function timeLimit(leftMs: number): string {
  return `set local statement_timeout = ${Math.max(1, Math.round(leftMs))}`;
}

function searchOf(projectId: string, filter: LeadFilter): { conditions: string; values: unknown[]; bind: Bind } {
  const values: unknown[] = [projectId];
  const bind = binder(values);
  const statuses = statusesOf(filter).map((status) => bind(status));
  const conditions = ['l.id_project = $1', `l.status in (${statuses.join(', ')})`, ...filterSql(filter, bind)];
  return { conditions: conditions.join(' and '), values, bind };
}

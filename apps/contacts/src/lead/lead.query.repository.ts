import { AppError, commonErrors, type LeadSortField, type LeadStatus, type PageQuery } from '@parley/contracts';
import {
  type Bind,
  type Database,
  type Page,
  type Placed,
  pageOf,
  type Scanned,
  type SortedList,
  sqlState,
} from '@parley/service-kit';
import type { Lead } from './lead.ts';
import { filterSql, type LeadFilter, statusesOf } from './lead-filter.ts';
import { leadColumns } from './lead-rows.repository.ts';

export interface LeadPage {
  leads: Lead[];
  /** All that match, not only those of the page. */
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

/** How long a search may wait for a connection and then take; the other processors are for those who write. Source: contract 30 section 3.5. */
export const searchLimits = { connectMs: 500, statementMs: 2_000, workers: 0 };
/** Exports take as long as their readers; this is for one batch, where few of many leads match. */
export const exportLimits = { statementMs: 60_000 };
const canceled = '57014';
/** As many are sorted sooner than found in the order of the list, among all that do not match. */
const mostSorted = 10_000;

/** Reads of leads over connections of their own, so that no search keeps a write waiting, and no export a search. */
export class LeadQueries {
  readonly #db: Database;
  readonly #exportDb: Database;

  constructor(db: Database, exportDb: Database) {
    this.#db = db;
    this.#exportDb = exportDb;
  }

  /** @throws cursor_invalid, query_timeout */
  async list(projectId: string, filter: LeadFilter, query: PageQuery<LeadSortField>): Promise<LeadPage> {
    const page = pageOf(list, query);
    const began = performance.now();
    const [count, rows] = await this.#within(async () => {
      if (isPlain(filter)) return Promise.all([this.#countAll(projectId, filter), this.#walk(projectId, filter, page)]);
      const found = await this.#countFound(projectId, filter);
      if (found === 0) return [found, []] as const;
      const leftMs = searchLimits.statementMs - (performance.now() - began);
      return [found, await this.#rest(leftMs, () => this.#found(found, projectId, filter, page))] as const;
    });
    const { rows: found, next } = page.cut(rows);
    const leads = found.map(({ pageKey: _key, pageId: _id, ...lead }) => lead as Lead);
    return { leads, count, perPage: page.perPage, ...(next && { next }) };
  }

  /** @throws query_timeout */
  count(projectId: string, filter: LeadFilter): Promise<number> {
    return this.#within(() =>
      isPlain(filter) ? this.#countAll(projectId, filter) : this.#countFound(projectId, filter),
    );
  }

  /** All leads that match, from one snapshot, by status, the oldest first. */
  scan(projectId: string, filter: LeadFilter): AsyncIterable<Scanned<Lead>> {
    const { conditions, values } = searchOf(projectId, filter);
    const text = `select ${leadColumns} from lead l where ${conditions} order by l.status, l.created_at, l.id`;
    return this.#exportDb.scan<Lead>({ text }, values);
  }

  async #countAll(projectId: string, filter: LeadFilter): Promise<number> {
    const text = `select coalesce(sum(temporary), 0)::int as "50", coalesce(sum(normal), 0)::int as "100",
      coalesce(sum(trashed), 0)::int as "1000" from lead_count where id_project = $1`;
    const [counts] = await this.#db.query<Record<LeadStatus, number>>({ name: 'leads_count', text }, [projectId]);
    return statusesOf(filter).reduce((sum, status) => sum + (counts?.[status] ?? 0), 0);
  }

  async #countFound(projectId: string, filter: LeadFilter): Promise<number> {
    const { conditions, values } = searchOf(projectId, filter);
    const text = `select count(*)::int as count from lead l where ${conditions}`;
    const [row] = await this.#db.query<{ count: number }>(text, values);
    return row?.count ?? 0;
  }

  #found(count: number, projectId: string, filter: LeadFilter, page: Page): Promise<Row[]> {
    if (count > mostSorted) return this.#walk(projectId, filter, page);
    const { conditions, values, bind } = searchOf(projectId, filter);
    // `offset 0`: found as the count was, whatever the planner hopes for from the order of the list.
    return this.#db.query<Row>(
      `select ${leadColumns}, ${page.columns} from (select l.* from lead l where ${conditions} offset 0) l
       where ${page.after(bind)} order by ${page.order} ${page.limit(bind)}`,
      values,
    );
  }

  /** Reads leads in the order of the list, of each status by itself, since the indexes have them so. */
  #walk(projectId: string, filter: LeadFilter, page: Page): Promise<Row[]> {
    const values: unknown[] = [projectId];
    const bind: Bind = (value) => `$${values.push(value)}`;
    const others = filterSql(filter, bind);
    const queries = statusesOf(filter).map((status) => {
      const conditions = ['l.id_project = $1', `l.status = ${bind(status)}`, ...others];
      return `select l.* from lead l where ${conditions.join(' and ')}`;
    });
    return this.#db.query<Row>(
      `select ${leadColumns}, ${page.columns} from ${page.merged(queries, bind)} l
       order by ${page.order} ${page.limit(bind)}`,
      values,
    );
  }

  /** Gives a second question no more than what is left of the time of both. */
  #rest<T>(leftMs: number, work: () => Promise<T>): Promise<T> {
    return this.#db.transaction(async () => {
      await this.#db.query(`set local statement_timeout = ${Math.max(1, Math.round(leftMs))}`);
      return work();
    });
  }

  /** @throws query_timeout for what took too long, or found no connection in time: never a part of an answer */
  async #within<T>(work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    try {
      return await work();
    } catch (error) {
      const isCanceled = sqlState(error instanceof AppError ? error.cause : error) === canceled;
      const isLate =
        error instanceof AppError &&
        error.kind === 'unavailable' &&
        performance.now() - began >= searchLimits.connectMs;
      if (isCanceled || isLate) throw commonErrors.query_timeout({}, error);
      throw error;
    }
  }
}

type Row = Lead & Placed;

/** Whether all leads of these statuses are meant: then they are counted already. */
function isPlain(filter: LeadFilter): boolean {
  return filterSql(filter, () => '').length === 0;
}

function searchOf(projectId: string, filter: LeadFilter): { conditions: string; values: unknown[]; bind: Bind } {
  const values: unknown[] = [projectId];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const statuses = statusesOf(filter).map((status) => bind(status));
  const conditions = ['l.id_project = $1', `l.status in (${statuses.join(', ')})`, ...filterSql(filter, bind)];
  return { conditions: conditions.join(' and '), values, bind };
}

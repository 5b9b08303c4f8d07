import { AppError, commonErrors, type LeadSortField, type PageQuery } from '@parley/contracts';
import {
  type Bind,
  type Database,
  type Placed,
  pageOf,
  type Scanned,
  type SortedList,
  sqlState,
} from '@parley/service-kit';
import type { Lead } from './lead.ts';
import { filterSql, type LeadFilter } from './lead-filter.ts';
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

/** How long a search may wait for a connection and then take. Source: contract 30 section 3.5. */
export const searchLimits = { connectMs: 500, statementMs: 2_000 };
const canceled = '57014';

/** Reads of leads over connections of their own, so that no search keeps a write waiting. */
export class LeadQueries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** @throws cursor_invalid, query_timeout */
  async list(projectId: string, filter: LeadFilter, query: PageQuery<LeadSortField>): Promise<LeadPage> {
    const page = pageOf(list, query);
    const { conditions, values, bind } = conditionsOf(projectId, filter);
    const filterValues = [...values];
    const text = `select ${leadColumns}, ${page.columns} from lead l
      where ${conditions} and ${page.after(bind)} order by ${page.order} ${page.limit(bind)}`;

    const [rows, count] = await this.#within(() =>
      Promise.all([this.#db.query<Lead & Placed>(text, values), this.#count(conditions, filterValues)]),
    );
    const { rows: found, next } = page.cut(rows);
    const leads = found.map(({ pageKey: _key, pageId: _id, ...lead }) => lead as Lead);
    return { leads, count, perPage: page.perPage, ...(next && { next }) };
  }

  /** @throws query_timeout */
  count(projectId: string, filter: LeadFilter): Promise<number> {
    const { conditions, values } = conditionsOf(projectId, filter);
    return this.#within(() => this.#count(conditions, values));
  }

  /** All leads that match, from one snapshot, the oldest first. */
  scan(projectId: string, filter: LeadFilter): AsyncIterable<Scanned<Lead>> {
    const { conditions, values } = conditionsOf(projectId, filter);
    const text = `select ${leadColumns} from lead l where ${conditions} order by l.created_at, l.id`;
    return this.#db.scan<Lead>({ text }, values);
  }

  async #count(conditions: string, values: unknown[]): Promise<number> {
    const [row] = await this.#db.query<{ count: number }>(
      `select count(*)::int as count from lead l where ${conditions}`,
      values,
    );
    return row?.count ?? 0;
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

function conditionsOf(projectId: string, filter: LeadFilter): { conditions: string; values: unknown[]; bind: Bind } {
  const values: unknown[] = [projectId];
  const bind: Bind = (value) => `$${values.push(value)}`;
  return { conditions: ['l.id_project = $1', ...filterSql(filter, bind)].join(' and '), values, bind };
}

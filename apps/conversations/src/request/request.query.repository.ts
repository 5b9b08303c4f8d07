import { type Actor, AppError, type ListRequestsQuery, RequestStatus, requestErrors } from '@parley/contracts';
import { type Database, type Placed, sqlState } from '@parley/service-kit';

import { transcriptSql } from '../message/transcript.ts';
import { binder, type ListPlan, planList, requestTables } from './list-plan.ts';
import { requestColumns } from './request.columns.ts';
import { copiesOf, copiesSql, nothingShared, type RequestWithCopies, type SharedCopies } from './request.copies.ts';
import type { SupportRequest } from './request.ts';
import { viewerOf, visibleSql } from './visibility.ts';

export interface RequestPage {
  requests: (RequestWithCopies & { score: number | null })[];
  /** All that match, not only those of the page; 0 with `no_count`. */
  count: number;
  perPage: number;
  /** Cursor of the next page, if there is one. */
  next?: string;
}

type ListedRow = SupportRequest & Placed & { count: number; score: number | null; shared: SharedCopies | null };

const searchBudgetMs = 2_000;

/** Reads of requests, each one trip. Never outside the project given, never what the caller may not see. */
export class RequestQueries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** One request as the caller may see it. @throws request_not_found */
  async get(
    actor: Actor,
    projectId: string,
    requestId: string,
  ): Promise<{ request: RequestWithCopies; transcript: string | null }> {
    const values: unknown[] = [projectId, requestId];
    const viewer = viewerOf(actor);
    const text = `select ${requestColumns}, ${copiesSql()} as copies, ${transcriptSql} as transcript from ${requestTables}
      where r.id_project = $1 and r.request_id = $2 and ${visibleSql(viewer, '$1', binder(values))}`;

    const statement = { name: `get_request_${viewer.sees}`, text };
    const [row] = await this.#db.query<RequestWithCopies & { transcript: string | null }>(statement, values);
    if (!row) throw requestErrors.request_not_found();
    return { request: row, transcript: row.transcript };
  }

  /** @throws cursor_invalid, query_timeout */
  list(actor: Actor, projectId: string, query: ListRequestsQuery): Promise<RequestPage> {
    return this.#list(planList(actor, projectId, query, false), query);
  }

  /** Only requests whose requester is the caller. @throws cursor_invalid, query_timeout */
  listOwn(actor: Actor, projectId: string, query: ListRequestsQuery): Promise<RequestPage> {
    return this.#list(planList(actor, projectId, query, true), query);
  }

  async #list(plan: ListPlan, query: ListRequestsQuery): Promise<RequestPage> {
    const run = () => this.#db.query<ListedRow>(plan.statement, plan.values);
    const found = query.full_text === undefined ? await run() : await this.#withinBudget(run);

    const { rows, next } = plan.page.cut(found);
    const shared = rows[0]?.shared ?? nothingShared;
    const requests = rows.map((row) => Object.assign(row, { copies: copiesOf(row, shared) }));
    // An empty page has no row to carry the count.
    const isWhole = query.no_count || (query.page === 0 && query.cursor === undefined);
    const count = rows[0]?.count ?? (isWhole ? 0 : await this.#count(plan));
    return { requests, count, perPage: plan.page.perPage, ...(next && { next }) };
  }

  async #count({ total, values }: ListPlan): Promise<number> {
    const [row] = await this.#db.query<{ count: number }>(total.text, values.slice(0, total.places));
    return row?.count ?? 0;
  }

  /** Searches read what they like, but not for long. @throws query_timeout */
  async #withinBudget<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.#db.transaction(async () => {
        await this.#db.query(`set local statement_timeout = ${searchBudgetMs}`);
        return work();
      });
    } catch (error) {
      if (sqlState(error instanceof AppError ? error.cause : error) === '57014')
        throw requestErrors.query_timeout({}, error);
      throw error;
    }
  }

  /** Open requests the caller sees, by who serves them; no drafts, none that has not begun. */
  async count(actor: Actor, projectId: string): Promise<OpenCounts> {
    const values: unknown[] = [projectId];
    const viewer = viewerOf(actor);
    const text = `select
        count(*) filter (where r.status = ${RequestStatus.unserved})::int as unassigned,
        count(*) filter (where r.status = ${RequestStatus.served} and not r.has_bot)::int as assigned,
        count(*) filter (where r.status = ${RequestStatus.served} and r.has_bot)::int as bot_assigned,
        count(*) filter (where r.status = ${RequestStatus.abandoned})::int as abandoned
      from request r where r.id_project = $1 and r.status < 1000 and not r.preflight and not r.draft
        and ${visibleSql(viewer, '$1', binder(values))}`;
    const [row] = await this.#db.query<OpenCounts>({ name: `count_requests_${viewer.sees}`, text }, values);
    return one(row);
  }

  /** Requests created in the current calendar month (UTC). */
  async countOfMonth(actor: Actor, projectId: string): Promise<MonthCounts> {
    const values: unknown[] = [projectId];
    const viewer = viewerOf(actor);
    const text = `with month as (select date_trunc('month', now()) as starts, date_trunc('month', now()) + interval '1 month' as ends)
      select count(r.id) filter (where r.status < 1000)::int as open, count(r.id) filter (where r.status = 1000)::int as closed,
        to_char(m.starts, 'DD/MM/YYYY') as "firstDay", to_char(m.ends - interval '1 day', 'DD/MM/YYYY') as "lastDay"
      from month m left join request r on r.id_project = $1 and r.created_at >= m.starts and r.created_at < m.ends
        and not r.preflight and not r.draft and ${visibleSql(viewer, '$1', binder(values))}
      group by m.starts, m.ends`;
    const [row] = await this.#db.query<MonthCounts>({ name: `count_month_${viewer.sees}`, text }, values);
    return one(row);
  }
}

/** Counting always gives a row. */
function one<Row>(row: Row | undefined): Row {
  if (!row) throw new Error('a count came back empty');
  return row;
}

export interface OpenCounts {
  unassigned: number;
  assigned: number;
  bot_assigned: number;
  abandoned: number;
}

export interface MonthCounts {
  open: number;
  closed: number;
  /** DD/MM/YYYY. */
  firstDay: string;
  lastDay: string;
}

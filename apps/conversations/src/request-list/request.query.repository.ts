import { type Actor, type ListRequestsQuery, RequestStatus, requestErrors } from '@parley/contracts';
import { Batcher } from '@parley/service-kit/concurrency';
import { binder, type Database, orQueryTimeout, type Placed, type Statement } from '@parley/service-kit/database';
import { askedWords } from '@parley/service-kit/search';
import { hand, openFiguresSql } from '../access/open-figures.ts';
import { viewerOf, visibleListSql, visibleSql } from '../access/visibility.ts';
import type { ReadColumns } from '../read-position/reader.columns.ts';
import type { RowRecord } from '../request-row/row.columns.ts';
import { headByKey, requestColumns, requestStamp, requestTables, ticksOf } from '../request-state/request.columns.ts';
import {
  copiesOf,
  copiesSql,
  nothingShared,
  type RequestWithCopies,
  type SharedCopies,
} from '../request-state/request.copies.ts';
import type { SupportRequest } from '../request-state/request.ts';
import { transcriptSql } from '../request-state/transcript.ts';
import { readUnindexedWords } from '../search/unindexed-words.ts';
import { type ListPlan, planList } from './list-plan.ts';
import { chooseStrategy, type EstimateRow, estimateSql, estimateValues } from './text-search.ts';

/** Time to get a connection and to answer, 2 s in total. No parallel workers: other cores are for writers. */
export const searchLimits = { connectMs: 500, statementMs: 1_500, workers: 0 };

export interface RequestPage<Row> {
  requests: Row[];
  /** Total number of matches; 0 with `no_count`, at most `count_limit`. */
  count: number;
  /** With `count_limit`: there are more than `count`. */
  more?: boolean;
  perPage: number;
  /** Cursor of the next page, if there is one. */
  next?: string;
}

/** A row of a page with its stamp, to validate a cached record. */
export interface ListEntry {
  id: string;
  requestId: string;
  /** Changes whenever anything changes that the request shows. */
  stamp: string;
  /** Of a text search; otherwise `null`. */
  score: number | null;
}
/** The same in a list of rows, with the caller's position unless the caller is a machine. */
export type RowEntry = ListEntry & Partial<ReadColumns>;
export type StampedRow = RowRecord & Pick<ListEntry, 'stamp'>;
export type StampedRequest = RequestWithCopies & Pick<ListEntry, 'stamp'>;
/** A request as a list shows it. */
export type ListedRequest = StampedRequest & ListEntry;

interface Counted extends Placed {
  count: number;
}
type RecordRow = SupportRequest & { stamp: string; shared: SharedCopies | null };

/** What validates a cached record. */
export interface Stamp {
  stamp: string;
  /** Of the project's copy clock, which is a part of the stamp. */
  ticks: number | null;
}

interface RequestKey {
  id_project: string;
  request_id: string;
}

/** Requests that one statement reads by their keys. */
const maxKeys = 64;

// The limit says to the planner how few there are.
const requestStamps: Statement = {
  name: 'request_stamps',
  text: `with asked as materialized (
      select a.*, ${ticksOf('a.id_project')} as ticks
      from json_to_recordset($1::json) as a (place int, id_project text, request_id text) limit ${maxKeys})
    select asked.place, asked.ticks, found.stamp from asked cross join lateral (
      select ${requestStamp('asked.id_project', 'asked.ticks')} as stamp
      from request r ${headByKey('asked.id_project')}
      where r.id_project = asked.id_project and r.request_id = asked.request_id offset 0) found`,
};
const requestsByKey: Statement = {
  name: 'requests_by_key',
  text: `with asked as materialized (
      select a.* from json_to_recordset($1::json) as a (place int, id_project text, request_id text) limit ${maxKeys})
    select asked.place, found.* from asked cross join lateral (
      select ${requestColumns}, ${copiesSql()} as copies from request r ${headByKey('asked.id_project')}
      where r.id_project = asked.id_project and r.request_id = asked.request_id offset 0) found`,
};

/** Reads requests, each in one round trip, restricted to the project and to what the caller may see. */
export class RequestQueries {
  readonly #db: Database;
  readonly #searchDb: Database;
  readonly #stamps = new Batcher<RequestKey, Stamp | undefined>(
    (asked) => this.#atKeys<Stamp>(requestStamps, asked),
    maxKeys,
  );
  readonly #requests = new Batcher<RequestKey, RequestWithCopies | undefined>(
    (asked) => this.#atKeys<RequestWithCopies>(requestsByKey, asked),
    maxKeys,
  );

  /** @param searchDb a separate pool with a time limit, as a bulkhead for text searches */
  constructor(db: Database, searchDb: Database = db) {
    this.#db = db;
    this.#searchDb = searchDb;
  }

  /** One request as the caller may see it. @throws request_not_found */
  async get(
    actor: Actor,
    projectId: string,
    requestId: string,
  ): Promise<{ request: StampedRequest; transcript: string | null }> {
    const values: unknown[] = [projectId, requestId];
    const viewer = viewerOf(actor);
    const text = `select ${requestColumns}, ${copiesSql()} as copies, ${requestStamp()} as stamp, ${transcriptSql} as transcript
      from ${requestTables}
      where r.id_project = $1 and r.request_id = $2 and ${visibleSql(viewer, '$1', binder(values))}`;

    const statement = { name: `get_request_${viewer.sees}`, text };
    const [row] = await this.#db.query<StampedRequest & { transcript: string | null }>(statement, values);
    if (!row) throw requestErrors.request_not_found();
    const { transcript, ...request } = row;
    return { request, transcript };
  }

  /** The stamp that validates a cached record, without a check of rights; `undefined`: no such request. Read in batches. */
  getStamp(projectId: string, requestId: string): Promise<Stamp | undefined> {
    return this.#stamps.load({ id_project: projectId, request_id: requestId });
  }

  /** A request as it is, without a check of rights; `undefined`: no such request. Read in batches. */
  getByKey(projectId: string, requestId: string): Promise<RequestWithCopies | undefined> {
    return this.#requests.load({ id_project: projectId, request_id: requestId });
  }

  async #atKeys<Found>(statement: Statement, asked: readonly RequestKey[]): Promise<(Found | undefined)[]> {
    const rows = await this.#db.query<{ place: number }>(statement, [
      JSON.stringify(asked.map((key, place) => ({ place, ...key }))),
    ]);
    const found = new Map(rows.map(({ place, ...record }) => [place, record as Found]));
    return asked.map((_, place) => found.get(place));
  }

  /** @throws request_not_found */
  async checkVisible(actor: Actor, projectId: string, requestId: string): Promise<void> {
    const values: unknown[] = [projectId, requestId];
    const viewer = viewerOf(actor);
    const text = `select from request r where r.id_project = $1 and r.request_id = $2
      and ${visibleSql(viewer, '$1', binder(values))}`;
    const found = await this.#db.query({ name: `see_request_${viewer.sees}`, text }, values);
    if (found.length === 0) throw requestErrors.request_not_found();
  }

  /** @param own only requests whose requester is the caller @throws cursor_invalid, query_timeout */
  async list(
    actor: Actor,
    projectId: string,
    query: ListRequestsQuery,
    own = false,
  ): Promise<RequestPage<ListedRequest>> {
    const { read, ...page } = await this.listStamps(actor, projectId, query, { own, knows: () => false });
    return { ...page, requests: inOrder(read, page.requests) };
  }

  /**
   * A page with mostly cached records: reads all stamps, then the records that are not cached or stale. Rows that left the list
   * in between are missing.
   * @param own only requests whose requester is the caller
   * @param knows whether the cached record is valid
   * @throws cursor_invalid, query_timeout
   */
  listStamps(
    actor: Actor,
    projectId: string,
    query: ListRequestsQuery,
    { own, knows }: { own: boolean; knows: (one: ListEntry) => boolean },
  ): Promise<RequestPage<ListEntry> & { read: StampedRequest[] }> {
    return this.#within(query, async (db) => {
      const plan = await planFor(db, actor, projectId, query, own);
      const page = await stampsOf(db, plan, query);
      const unknown = page.requests.filter((one) => !knows(one)).map(({ id }) => id);
      return { ...page, read: unknown.length === 0 ? [] : await recordsOf(db, plan, unknown) };
    });
  }

  /** The same as rows. @throws cursor_invalid, query_timeout */
  listRows(
    actor: Actor,
    projectId: string,
    query: ListRequestsQuery,
    { own, knows }: { own: boolean; knows: (one: ListEntry) => boolean },
  ): Promise<RequestPage<RowEntry> & { read: StampedRow[] }> {
    return this.#within(query, async (db) => {
      const plan = await planFor(db, actor, projectId, query, own);
      const page = await stampsOf(db, plan, query);
      const unknown = page.requests.filter((one) => !knows(one)).map(({ id }) => id);
      const { statement, values } = plan.someRows(unknown);
      return { ...page, read: unknown.length === 0 ? [] : await db.query<StampedRow>(statement, values) };
    });
  }

  /** The ids of the best matches of a text search, regardless of `limit`. @throws cursor_invalid, query_timeout */
  find(
    actor: Actor,
    projectId: string,
    query: ListRequestsQuery,
    maxFound: number,
  ): Promise<{ ids: string[]; next?: string }> {
    return this.#within(query, async (db) => {
      const { ids, page } = await planFor(db, actor, projectId, { ...query, page: 0, limit: maxFound });
      const { rows, next } = page.cut(await db.query<Placed & { id: string }>(ids.statement, ids.values));
      return { ids: rows.map(({ id }) => id), ...(next && { next }) };
    });
  }

  /** Those of the listed ids that still match, in the order of the ids. */
  async some(actor: Actor, projectId: string, query: ListRequestsQuery, ids: string[]): Promise<RequestWithCopies[]> {
    const read = await recordsOf(this.#db, planList(actor, projectId, query), ids);
    return inOrder(
      read,
      ids.map((id) => ({ id })),
    );
  }

  /** Runs text searches on their own pool, with a time limit. @throws query_timeout */
  #within<T>(query: ListRequestsQuery, work: (db: Database) => Promise<T>): Promise<T> {
    if (query.full_text === undefined) return work(this.#db);
    return orQueryTimeout(() => work(this.#searchDb));
  }

  /** Counts open requests that the caller sees, by who serves them; without drafts and preflights. */
  async count(actor: Actor, projectId: string): Promise<OpenCounts> {
    const values: unknown[] = [projectId];
    const viewer = viewerOf(actor);
    const visible = visibleListSql(viewer, '$1', binder(values));
    const sum = (condition: string) => `coalesce(sum(f.open) filter (where ${condition}), 0)::int`;
    const text = `${visible.given ? `with ${visible.given}` : ''} select
        ${sum(`f.status = ${RequestStatus.unserved}`)} as unassigned,
        ${sum(`f.status = ${RequestStatus.served} and f.hand = ${hand.withoutBots}`)} as assigned,
        ${sum(`f.status = ${RequestStatus.served} and f.hand <> ${hand.withoutBots}`)} as bot_assigned,
        ${sum(`f.status = ${RequestStatus.abandoned}`)} as abandoned
      from ${openFiguresSql(visible)}`;
    return one(await this.#db.query<OpenCounts>({ name: `count_requests_${viewer.sees}`, text }, values));
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
    return one(await this.#db.query<MonthCounts>({ name: `count_month_${viewer.sees}`, text }, values));
  }
}

/** @throws cursor_invalid */
async function planFor(
  db: Database,
  actor: Actor,
  projectId: string,
  query: ListRequestsQuery,
  own = false,
): Promise<ListPlan> {
  const { full_text: fullText } = query;
  if (fullText === undefined) return planList(actor, projectId, query, { own });
  const asked = askedWords(fullText, 'last');
  const words = estimateValues(asked);
  const [row] = words ? await db.query<EstimateRow>(estimateSql, [projectId, ...words]) : [];
  const unindexed = await readUnindexedWords(db, projectId, asked);
  const searched = { fullText, asked, unindexed, strategy: chooseStrategy(row) };
  return planList(actor, projectId, query, { own, searched });
}

async function stampsOf(db: Database, plan: ListPlan, query: ListRequestsQuery): Promise<RequestPage<ListEntry>> {
  const { stamps, total: counted, page } = plan;
  const { rows, next } = page.cut(await db.query<ListEntry & Counted>(stamps.statement, stamps.values));
  // An empty page has no row to carry the total.
  const isWhole = query.no_count || (query.page === 0 && query.cursor === undefined);
  const count = rows[0]?.count ?? (isWhole ? 0 : one(await db.query<Counted>(counted.statement, counted.values)).count);
  const limit = query.no_count ? undefined : query.count_limit;
  const total = limit === undefined ? { count } : { count: Math.min(count, limit), more: count > limit };
  return { requests: rows, ...total, perPage: page.perPage, ...(next && { next }) };
}

async function recordsOf(db: Database, plan: ListPlan, ids: string[]): Promise<StampedRequest[]> {
  const { statement, values } = plan.some(ids);
  const rows = await db.query<RecordRow>(statement, values);
  const shared = rows.find((row) => row.shared !== null)?.shared ?? nothingShared;
  return rows.map((row) => Object.assign(row, { copies: copiesOf(row, shared) }));
}

/** Records in the order of the rows; records that are gone meanwhile are left out. */
function inOrder<Read extends { id: string }, Place extends { id: string }>(
  read: readonly Read[],
  places: readonly Place[],
): (Read & Place)[] {
  const byId = new Map(read.map((one) => [one.id, one]));
  return places.flatMap((place) => {
    const found = byId.get(place.id);
    return found ? { ...found, ...place } : [];
  });
}

/** A count always returns a row. */
function one<Row>([row]: Row[]): Row {
  if (!row) throw new Error('The count returned no row');
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

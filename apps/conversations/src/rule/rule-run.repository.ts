import { type Actor, type PageQuery, type RuleRunView, type RunResult, requestErrors } from '@parley/contracts';
import { Batcher } from '@parley/service-kit/concurrency';
import { binder, type Database, type Placed, pageOf, type SortedList } from '@parley/service-kit/database';

import { viewerOf, visibleSql } from '../access/visibility.ts';
import type { RunRow } from '../request-store/request.writer.ts';

/** What a run stores besides its keys. */
export type RunRecord = Omit<RuleRunView, '_id' | 'request_id' | 'result' | 'createdAt'>;

/** What makes a run the only one. */
export interface RunKey {
  projectId: string;
  id: string;
  rule: string;
  /** `_id` of the request. */
  request: string;
  /** Id of the event, or the instant that a timer counts from. */
  event: string;
  /** Id of the first event of the chain. */
  chain: string;
}

type RunQuery = PageQuery<'createdAt'> & {
  result?: RunResult | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

interface StoredRun {
  id: string;
  requestId: string;
  result: RunResult;
  record: RunRecord;
  createdAt: Date;
}

const list: SortedList<'createdAt'> = {
  name: 'rule_runs',
  columns: { createdAt: { sql: 'u.created_at', type: 'timestamptz' } },
  id: 'u.id',
  defaultField: 'createdAt',
};

/** What is stored of a run; its time is that of the database. */
export function rowOf({ projectId, ...key }: RunKey, result: RunResult, record: RunRecord): RunRow {
  return { id_project: projectId, ...key, result, record };
}

/** What speaks against applying a rule. */
export interface Before {
  /** Of the same event; `null`: it has not run for it. */
  result: RunResult | null;
  wasApplied: boolean;
  /** To the request: 20 times in 10 minutes, 100 times in a day. */
  isTooOften: boolean;
  /** Applied to the request in the same chain. */
  isInChain: boolean;
}

interface BeforeKey {
  id_project: string;
  rule: string;
  request: string;
  event: string;
  chain: string;
  once: 'event' | 'request' | 'opening';
}

/** Runs of rules, kept for 30 days. */
export class RuleRuns {
  readonly #db: Database;
  readonly #before = new Batcher<BeforeKey, Before>((keys) => this.#beforeAll(keys), maxAsked);

  constructor(db: Database) {
    this.#db = db;
  }

  /** @returns `undefined`: the rule has not run for this event */
  async resultOf({
    projectId,
    rule,
    request,
    event,
  }: Pick<RunKey, 'projectId' | 'rule' | 'request' | 'event'>): Promise<RunResult | undefined> {
    const [row] = await this.#db.query<{ result: RunResult }>(knownRun, [projectId, rule, request, event]);
    return row?.result;
  }

  /**
   * Makes a run the only one for its event and, where it was applied, in its chain on the request.
   * @returns false where there is such a run already
   */
  async keep(key: RunKey, result: RunResult, record: RunRecord): Promise<boolean> {
    const { projectId, id, rule, request, event, chain } = key;
    const values = [projectId, id, rule, request, event, chain, result, JSON.stringify(record)];
    return (await this.#db.query(keepRun, values)).length > 0;
  }

  /**
   * What is asked at the same time shares a statement.
   * @param once with `event` nothing is asked but of this event; with `opening`, what was applied since the request was last reopened
   */
  before({ projectId, rule, request, event, chain }: RunKey, once: BeforeKey['once']): Promise<Before> {
    return this.#before.load({ id_project: projectId, rule, request, event, chain, once });
  }

  async #beforeAll(keys: readonly BeforeKey[]): Promise<Before[]> {
    const asked = JSON.stringify(keys.map((key, place) => ({ place, ...key })));
    const rows = await this.#db.query<Before & { place: number }>(beforeRuns, [asked]);
    const found = new Map(rows.map(({ place, ...before }) => [place, before]));
    return keys.map((_, place) => {
      const before = found.get(place);
      if (!before) throw new Error('What speaks against a run was not read.');
      return before;
    });
  }

  /** How often a rule was applied within an hour, up to a number. */
  async countOfHour(projectId: string, rule: string, upTo: number): Promise<number> {
    const [row] = await this.#db.query<{ count: number }>(countOfHour, [projectId, rule, upTo]);
    return row?.count ?? 0;
  }

  /** The first event of the chain that an event belongs to, as far as the own outbox knows it. */
  async chainOf(projectId: string, event: string, causedBy: string | undefined): Promise<string> {
    if (causedBy === undefined) return event;
    const [row] = await this.#db.query<{ id: string }>(firstCause, [projectId, causedBy]);
    return row?.id ?? causedBy;
  }

  /** On requests that the reader sees. @throws request_not_found where one is named that they do not see */
  async list(
    actor: Actor,
    projectId: string,
    of: { rule: string } | { requestId: string },
    query: RunQuery,
  ): Promise<{ runs: RuleRunView[]; count: number; next?: string }> {
    const page = pageOf(list, query);
    const named = 'requestId' in of;
    const values: unknown[] = [projectId, named ? of.requestId : of.rule, query.result ?? null];
    values.push(query.from ?? null, query.to ?? null);
    const bind = binder(values);
    const visible = visibleSql(viewerOf(actor), '$1', bind);
    if (named) await this.#checkVisible(actor, projectId, of.requestId);
    const from = 'rule_run u join request r on r.id_project = u.id_project and r.id = u.request';
    const wanted = `u.id_project = $1 and ${named ? 'r.request_id' : 'u.rule'} = $2 and ($3::text is null or u.result = $3)
      and ${isListed}
      and ($4::timestamptz is null or u.created_at >= $4) and ($5::timestamptz is null or u.created_at < $5) and ${visible}`;
    const counted = [...values];
    const rows = await this.#db.query<StoredRun & Placed>(
      `select u.id, r.request_id as "requestId", u.result, u.record, u.created_at as "createdAt", ${page.columns}
       from ${from} where ${wanted} and ${page.after(bind)} order by ${page.order} ${page.limit(bind)}`,
      values,
    );
    const [all] = await this.#db.query<{ count: number }>(
      `select count(*)::int as count from (select from ${from} where ${wanted} limit ${maxCount}) counted`,
      counted,
    );
    const { rows: found, next } = page.cut(rows);
    return { runs: found.map(viewRun), count: all?.count ?? 0, ...(next && { next }) };
  }

  async forgetOld(): Promise<void> {
    await this.#db.query(`delete from rule_run where (id_project, id) in (select id_project, id from rule_run
      where created_at < now() - interval '30 days' order by created_at limit 5000)`);
  }

  async #checkVisible(actor: Actor, projectId: string, requestId: string): Promise<void> {
    const values: unknown[] = [projectId, requestId];
    const visible = visibleSql(viewerOf(actor), '$1', binder(values));
    const text = `select from request r where r.id_project = $1 and r.request_id = $2 and ${visible}`;
    if ((await this.#db.query(text, values)).length === 0) throw requestErrors.request_not_found();
  }
}

/** A list says no higher number. */
const maxCount = 10_000;

function viewRun({ id, requestId, result, record, createdAt }: StoredRun): RuleRunView {
  return { _id: id, request_id: requestId, result, ...record, createdAt: createdAt.toISOString() };
}

const keepRun = {
  name: 'rule_run_keep',
  text: `insert into rule_run (id_project, id, rule, request, event, chain, result, record)
    values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning id`,
};
/** What lists say, and only they: their indexes are of rows for which it is true, which is all. */
const isListed = "u.created_at > '2000-01-01Z'";
const ofAsked = 'from rule_run u where u.id_project = k.id_project and u.rule = k.rule and u.request = k.request';
const applied = `(select u.created_at as at ${ofAsked} and u.result = 'applied') u`;
const appliedBefore = `select from ${applied}
  where k.once <> 'opening' or u.at > coalesce((select max(e.created_at) from request_history e
      where e.id_project = k.id_project and e.request = k.request and e.verb = 'REQUEST_REOPEN'), '-infinity')`;
const tooOften = `select from (select u.at, lag(u.at, 19) over w as "20th", lag(u.at, 99) over w as "100th"
      from ${applied} window w as (order by u.at)) u
    where (u."20th" > u.at - interval '10 minutes' and u.at > clock_timestamp() - interval '1 hour')
      or (u."100th" > u.at - interval '1 day' and u.at > clock_timestamp() - interval '1 day')`;
/** What one statement asks for at most. */
const maxAsked = 32;
const beforeRuns = {
  name: 'rule_runs_before',
  // The limit says to the planner how few there are.
  text: `with asked as materialized (select * from json_to_recordset($1::json)
      as a (place int, id_project text, rule text, request text, event text, once text, chain text) limit ${maxAsked})
    select k.place, (select u.result ${ofAsked} and u.event = k.event) as result,
    case when k.once <> 'event' then exists (${appliedBefore}) else false end as "wasApplied",
    exists (${tooOften}) as "isTooOften",
    (select true ${ofAsked} and u.chain = k.chain and u.result = 'applied') is not null as "isInChain" from asked k`,
};
const knownRun = {
  name: 'rule_run_known',
  text: 'select u.result from rule_run u where u.id_project = $1 and u.rule = $2 and u.request = $3 and u.event = $4',
};
const countOfHour = {
  name: 'rule_run_hour',
  text: `select count(*)::int as count from (select from rule_run u where u.id_project = $1 and u.rule = $2
    and ${isListed} and u.created_at > clock_timestamp() - interval '1 hour' and u.result = 'applied' limit $3) counted`,
};
const firstCause = {
  name: 'rule_first_cause',
  text: `with recursive cause (id, causedby, steps) as (
      select o.id, o.event::json->>'causationid', 1 from outbox o where o.id_project = $1 and o.id = $2
      union all
      select o.id, o.event::json->>'causationid', c.steps + 1 from cause c
        join outbox o on o.id_project = $1 and o.id = c.causedby where c.steps < 8)
    select c.id from cause c order by c.steps desc limit 1`,
};

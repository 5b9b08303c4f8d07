import type { Database } from '@parley/service-kit/database';

import { setParticipationsOfRequests } from '../conversation/participation.sql.ts';
import { quarterSql } from '../rollup/sums.sql.ts';
import type { Reconciliation } from './reconciliation.ts';

/** One day (UTC) of a run, cut to its window. */
export interface RunDay {
  run: Reconciliation;
  from: Date;
  until: Date;
  /** Time of the snapshot of the records. */
  asOf: Date;
}

/** A fact that differs from the record in the conversations service. */
export interface FactDifference {
  kind: 'requests' | 'messages' | 'clocks';
  /** `_id`; of a clock that of its request, the metric and the cycle. */
  id: string;
  createdAt: Date;
  /** Whether it counts: 0 or 1. */
  stored: number;
  raw: number;
  isSuperfluous: boolean;
}

/** Upper bound of a transaction of the conversations service: its earlier events are in the snapshot, or their records are deleted. */
const maxTransactionAge = `interval '10 seconds'`;

/** Compares facts with the records of the conversations service, and repairs them. */
export class FactComparison {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Facts that are missing, superfluous or outdated; anything newer than the snapshot is no difference. */
  async differences({ run, from, until, asOf }: RunDay): Promise<FactDifference[]> {
    const values = [run.projectId, run.id, from, until, asOf];
    const requests = await this.#db.query<FactDifference>(requestDifferences, values);
    return [...requests, ...(await this.#db.query<FactDifference>(messageDifferences, values))];
  }

  /** Numbers of the days (UTC) of a run with data on either side. */
  async days({ projectId, id, from, until }: Reconciliation): Promise<number[]> {
    const rows = await this.#db.query<{ day: number }>(daysOf, [projectId, id, from, until]);
    return rows.map(({ day }) => day);
  }

  /** Counted records by quarter of an hour. */
  async rawCounts(run: Reconciliation): Promise<{ kind: FactDifference['kind']; at: Date; count: number }[]> {
    return this.#db.query(rawCounts, [run.projectId, run.id, run.from, run.until]);
  }

  async repair({ run, asOf }: RunDay, differences: readonly FactDifference[]): Promise<void> {
    const ids = (kind: FactDifference['kind'], isSuperfluous: boolean) =>
      differences.filter((one) => one.kind === kind && one.isSuperfluous === isSuperfluous).map(({ id }) => id);
    const { projectId, id } = run;
    await this.#db.query(markRequestsDeleted, [projectId, ids('requests', true)]);
    await this.#db.query(setRequests, [projectId, id, ids('requests', false), asOf]);
    const requests = differences.filter(({ kind }) => kind === 'requests');
    const created = requests.map(({ createdAt }) => createdAt);
    await this.#db.query(setParticipationsOfRequests, [projectId, requests.map(({ id }) => id), created]);
    const gone = ids('messages', true);
    await this.#db.query('delete from message_fact where id_project = $1 and id = any($2)', [projectId, gone]);
    await this.#db.query(setMessages, [projectId, id, ids('messages', false), asOf]);
  }
}

/** Joins records and facts; `r` is null without a record, `f` without a fact. */
const bothOf = (what: 'request' | 'message') => `select '${what}s' as kind, coalesce(r.id, f.id) as id,
    coalesce(r.created_at, f.created_at) as "createdAt", coalesce(f.is_counted, false)::int as stored,
    coalesce(r.is_counted, false)::int as raw, r.id is null as "isSuperfluous"
  from (select * from raw_${what} where id_project = $1 and run = $2 and created_at >= $3 and created_at < $4) r
  full join (select * from ${what}_fact where id_project = $1 and created_at >= $3 and created_at < $4) f on f.id = r.id`;

export const settled = `$5::timestamptz - ${maxTransactionAge}`;

const requestDifferences = {
  name: 'request_differences',
  text: `${bothOf('request')} where case
      when f.id is null then not exists (select from request_fact g where g.id_project = $1 and g.id = r.id)
      when r.id is null then not f.is_deleted and not f.is_expired and f.told_at < ${settled}
      else f.version < r.version end
    order by 2`,
};

/** The fact of the request is not newer than the snapshot. */
export const asOld = (
  request: string,
) => `not exists (select from request_fact q where q.id_project = $1 and q.id = ${request}
  and (q.is_deleted or q.is_expired or q.told_at >= ${settled}))`;

const messageDifferences = {
  name: 'message_differences',
  text: `${bothOf('message')} where case
      when f.id is null then ${asOld('r.request')}
      when r.id is null then f.told_at < ${settled} and ${asOld('f.request')}
      else f.is_counted <> r.is_counted and ${asOld('r.request')} end
    order by 2`,
};

const createdWithin = (table: string, at = 'created_at') => `select floor(extract(epoch from ${at}) / 86400)::int as day
  from ${table} where id_project = $1 and ${at} >= $3 and ${at} < $4`;
const quarterWithin = (table: string) => `select quarter / 96 from ${table} where id_project = $1
  and quarter >= extract(epoch from $3::timestamptz) / 900 - 96 and quarter < extract(epoch from $4::timestamptz) / 900 + 96`;
const daysOf = {
  name: 'days_of_run',
  text: `select day from (
      ${createdWithin('raw_request')} and run = $2 union ${createdWithin('raw_message')} and run = $2
      union ${createdWithin('request_fact')} union ${createdWithin('participation')} union ${createdWithin('message_fact')}
      union ${createdWithin('raw_clock', 'started_at')} and run = $2 union ${createdWithin('clock_fact', 'started_at')}
      union ${quarterWithin('request_rollup')} union ${quarterWithin('request_delta')}
      union ${quarterWithin(`(select * from tally where metric = 'messages') t`)}
      union ${quarterWithin(`(select * from tally_delta where metric = 'messages') t`)}) days
    where day >= floor(extract(epoch from $3::timestamptz) / 86400) and day < ceil(extract(epoch from $4::timestamptz) / 86400)
    order by day`,
};

const quartersOf = (what: 'request' | 'message') => `select '${what}s' as kind, ${quarterSql('created_at')} as quarter
  from raw_${what} where id_project = $1 and run = $2 and is_counted`;

const quartersOfClocks = `select 'clocks', ${quarterSql('started_at')} from raw_clock
  where id_project = $1 and run = $2 and is_counted and started_at >= $3 and started_at < $4`;

const rawCounts = {
  name: 'raw_counts',
  text: `select kind, to_timestamp(quarter * 900) as at, count(*) as count
    from (${quartersOf('request')} union all ${quartersOf('message')} union all ${quartersOfClocks}) counted group by kind, quarter`,
};

const markRequestsDeleted = {
  name: 'request_facts_mark_deleted',
  text: `update request_fact set is_deleted = true, is_counted = false, duration_ms = null, duration_class = null
    where id_project = $1 and id = any($2)`,
};

/** Repairs are backdated: the rest of the run must not take them for later changes. */
export const repairedAt = `$4::timestamptz - interval '1 minute'`;

const factColumns = `request_id, version, is_draft, is_counted, created_at, department, channel, status, has_bot,
  participants, tags, waiting_ms, duration_ms, duration_class, rating, priority, policy, survey, survey_answered`;

const setRequests = {
  name: 'request_facts_set',
  text: `insert into request_fact (id_project, id, told_at, ${factColumns})
    select id_project, id, ${repairedAt}, ${factColumns} from raw_request where id_project = $1 and run = $2 and id = any($3)
    on conflict (id_project, id) do update set told_at = excluded.told_at,
      ${factColumns
        .split(/,\s*/)
        .map((column) => `${column} = excluded.${column}`)
        .join(', ')}
    where request_fact.version < excluded.version`,
};

const setMessages = {
  name: 'message_facts_set',
  text: `insert into message_fact (id_project, id, request, sender, channel, is_received, is_counted, created_at, told_at)
    select id_project, id, request, sender, channel, is_received, is_counted, created_at, ${repairedAt}
    from raw_message where id_project = $1 and run = $2 and id = any($3)
    on conflict (id_project, id) do update set is_counted = excluded.is_counted`,
};

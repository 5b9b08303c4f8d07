import { type EngineDeliveryView, engineErrors, noProject, type PageQuery } from '@parley/contracts';
import { binder, type Database, type Placed, pageOf, type SortedList } from '@parley/service-kit/database';

import { circuitBreakerFailures, type EngineCall, engineEvents, holdMs, probeEveryMs } from './engine.ts';

/** The high-water mark of the outbox reader, and the state of the circuit breaker. */
export interface EngineState {
  seq: number;
  at: Date;
  failures: number;
  /** While the circuit breaker is open: when the next probe may start. */
  probeAt: Date | null;
}

export interface Delivery {
  projectId: string;
  id: string;
  /** `_id` of the request. */
  request: string;
  requestId: string;
  messageId: string | null;
  body: string;
  tries: number;
}

export interface Attempt {
  at: string;
  status?: number;
  ms: number;
  error?: string;
}

interface EventRow {
  id: string;
  projectId: string;
  seq: number;
  at: Date;
  event: string;
}

type ViewRow = Omit<EngineDeliveryView, 'message_id'> & { message_id: string | null };

const view = 'd.id as "_id", d.type, d.request_id, d.message_id, d.attempts, d.state';
const list: SortedList<'createdAt'> = {
  name: 'engine_deliveries',
  columns: { createdAt: { sql: 'd.created_at', type: 'timestamptz' } },
  id: 'd.id',
  defaultField: 'createdAt',
};
const idSlackMs = 60_000;

/** The delivery queue of an external engine. */
export class Deliveries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async state(): Promise<EngineState | undefined> {
    const [row] = await this.#db.query<EngineState>(state, [noProject]);
    return row;
  }

  /** Starts at this sequence number: earlier events are not delivered. */
  async begin(seq: number): Promise<void> {
    await this.#db.query(begin, [noProject, seq]);
  }

  /** Events after one position and up to another, in order. */
  events(from: Pick<EngineState, 'seq' | 'at'>, to: number, limit: number): Promise<EventRow[]> {
    const firstId = Math.floor((from.at.getTime() - idSlackMs) / 1_000)
      .toString(16)
      .padStart(8, '0');
    return this.#db.query<EventRow>(events, [from.seq, to, firstId, engineEvents, limit]);
  }

  /** Inserts calls and advances the high-water mark, unless another replica has advanced it first. */
  async record(
    from: Pick<EngineState, 'seq'>,
    to: Pick<EngineState, 'seq' | 'at'>,
    calls: readonly (EngineCall & { projectId: string; id: string; seq: number })[],
  ): Promise<void> {
    const rows = calls.map(({ projectId, requestId, messageId, ...call }) => ({
      ...{ ...call, id_project: projectId, request_id: requestId, message_id: messageId },
    }));
    await this.#db.query(record, [noProject, from.seq, to.seq, to.at, JSON.stringify(rows)]);
  }

  /**
   * Due deliveries that head the queue of their request. A failed delivery stops holding its request back after `holdMs`.
   * @param isProbe the circuit breaker is open: ignore due times
   * @param running requests with a delivery in flight
   */
  due(limit: number, isProbe: boolean, running: readonly string[]): Promise<Delivery[]> {
    return this.#db.query<Delivery>(isProbe ? probe : due, [limit, running]);
  }

  /** Deletes an accepted delivery and closes the circuit breaker. */
  async markAccepted({ projectId, id }: Delivery): Promise<void> {
    await this.#db.transaction(async () => {
      await this.#db.query(forget, [projectId, id]);
      const [before] = await this.#db.query<{ failures: number }>(answered, [noProject]);
      // Deliveries that waited for the open circuit breaker become due at once, in their order.
      if (before && before.failures >= circuitBreakerFailures) await this.#db.query(releaseAll);
    });
  }

  /** @param waitMs until the next attempt; `undefined` makes it a dead letter */
  async markFailed(
    { projectId, id }: Delivery,
    attempt: Attempt,
    {
      waitMs,
      countsAsAttempt,
      engineAnswered,
    }: { waitMs: number | undefined; countsAsAttempt: boolean; engineAnswered: boolean },
  ): Promise<void> {
    const values = [projectId, id, JSON.stringify(attempt), waitMs ?? null, countsAsAttempt, holdMs];
    await this.#db.query(failed, values);
    await this.#db.query(
      engineAnswered ? answered : unanswered,
      engineAnswered ? [noProject] : [noProject, circuitBreakerFailures, probeEveryMs],
    );
  }

  async list(
    projectId: string,
    query: PageQuery<'createdAt'> & { state?: 'pending' | 'dead' },
  ): Promise<{ deliveries: EngineDeliveryView[]; count: number; next?: string }> {
    const page = pageOf(list, query);
    const values: unknown[] = [projectId, query.state ?? null];
    const bind = binder(values);
    const wanted = 'd.id_project = $1 and ($2::text is null or d.state = $2)';
    const rows = await this.#db.query<ViewRow & Placed>(
      `select ${view}, ${page.columns} from engine_delivery d where ${wanted} and ${page.after(bind)}
       order by ${page.order} ${page.limit(bind)}`,
      values,
    );
    const [all] = await this.#db.query<{ count: number }>(
      `select count(*)::int as count from engine_delivery d where ${wanted}`,
      values.slice(0, 2),
    );
    const { rows: found, next } = page.cut(rows);
    return { deliveries: found.map(toView), count: all?.count ?? 0, ...(next && { next }) };
  }

  /** @returns the deliveries that were dead letters and are pending again. @throws delivery_not_found */
  async redrive(projectId: string, id: string): Promise<{ delivery: EngineDeliveryView; redriven: Delivery[] }> {
    const redriven = await this.#db.query<Delivery>(redriveOne, [projectId, id]);
    const text = `select ${view} from engine_delivery d where d.id_project = $1 and d.id = $2`;
    const [row] = await this.#db.query<ViewRow>({ name: 'engine_delivery', text }, [projectId, id]);
    if (!row) throw engineErrors.delivery_not_found();
    return { delivery: toView(row), redriven };
  }

  redriveAll(projectId: string, from: string, to: string): Promise<Delivery[]> {
    return this.#db.query<Delivery>(redriveSome, [projectId, from, to]);
  }

  async forgetOld(): Promise<void> {
    await this.#db.query(
      `delete from engine_delivery where state = 'dead' and created_at < now() - interval '30 days'`,
    );
  }
}

function toView({ message_id, _id, type, request_id, attempts, state: now }: ViewRow): EngineDeliveryView {
  return { _id, type, request_id, ...(message_id !== null && { message_id }), attempts, state: now };
}

const state = {
  name: 'engine_state',
  text: 'select seq, at, failures, probe_at as "probeAt" from engine_state where id_project = $1',
};
const begin = {
  name: 'engine_begin',
  text: 'insert into engine_state (id_project, seq, at) values ($1, $2, now()) on conflict do nothing',
};
const events = {
  name: 'engine_events',
  text: `select o.id, o.id_project as "projectId", o.seq, o.created_at as at, o.event from outbox o
    where o.shard = any ('{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15}') and o.seq > $1 and o.seq <= $2 and o.id >= $3
      and o.type = any ($4) order by o.seq limit $5`,
};
const record = {
  name: 'engine_record',
  text: `with moved as (update engine_state set seq = $3, at = $4 where id_project = $1 and seq = $2 returning 1)
    insert into engine_delivery (id_project, id, request, request_id, message_id, seq, type, body)
    select r.id_project, r.id, r.request, r.request_id, r.message_id, r.seq, r.type, r.body
    from json_to_recordset($5::json) as r (id_project text, id text, request text, request_id text, message_id text,
      seq bigint, type text, body text), moved on conflict do nothing`,
};
const columns = `d.id_project as "projectId", d.id, d.request, d.request_id as "requestId", d.message_id as "messageId", d.body, d.tries`;
const isFirstOfRequest = `not exists (select from engine_delivery e where e.id_project = d.id_project and e.request = d.request
  and e.seq < d.seq and e.state = 'pending' and (e.holds_until is null or e.holds_until > clock_timestamp()))`;
const due = {
  name: 'engine_due',
  text: `select ${columns} from engine_delivery d where d.state = 'pending' and d.due_at <= clock_timestamp()
      and d.request <> all ($2) and ${isFirstOfRequest} order by d.due_at, d.seq limit $1`,
};
const probe = {
  name: 'engine_probe',
  text: `select ${columns} from engine_delivery d where d.state = 'pending' and d.request <> all ($2) and ${isFirstOfRequest}
    order by d.seq limit $1`,
};
const forget = { name: 'engine_forget', text: 'delete from engine_delivery where id_project = $1 and id = $2' };
const answered = {
  name: 'engine_answered',
  text: `with was as (select failures from engine_state where id_project = $1 for update)
    update engine_state s set failures = 0, probe_at = null from was where s.id_project = $1 returning was.failures`,
};
const unanswered = {
  name: 'engine_unanswered',
  text: `update engine_state set failures = failures + 1,
      probe_at = case when failures + 1 >= $2 then clock_timestamp() + $3 * interval '1 ms' end where id_project = $1`,
};
const releaseAll = {
  name: 'engine_release',
  text: `update engine_delivery set due_at = now(), holds_until = null where state = 'pending'`,
};
const failed = {
  name: 'engine_failed',
  text: `update engine_delivery set attempts = (attempts::jsonb || jsonb_build_array($3::jsonb))::json,
      tries = tries + $5::boolean::int, state = case when $4::float8 is null then 'dead' else 'pending' end,
      due_at = clock_timestamp() + coalesce($4::float8, 0) * interval '1 ms',
      holds_until = coalesce(holds_until, clock_timestamp() + $6 * interval '1 ms')
    where id_project = $1 and id = $2`,
};
const makePending = `update engine_delivery d set state = 'pending', tries = 0, due_at = now(), holds_until = null where`;
const redriveOne = {
  name: 'engine_redrive',
  text: `${makePending} d.id_project = $1 and d.id = $2 and d.state = 'dead' returning ${columns}`,
};
const redriveSome = {
  name: 'engine_redrive_all',
  text: `${makePending} d.id_project = $1 and d.created_at >= $2 and d.created_at <= $3 and d.state = 'dead' returning ${columns}`,
};

import type { PageQuery } from '@parley/contracts';
import type { OutboundAnswer } from '@parley/outbound';
import { binder, type Database, type Placed, pageOf, type SortedList } from '@parley/service-kit/database';

import { type Call, isDelivered, type NewCall } from './call.ts';

/** Circuit breaker per bot: so many consecutive failures within the window open it for a while. Source: contract 60 section 7.7. */
const maxFailures = 20;
const failureWindowSeconds = 60;
const openSeconds = 30;

const list: SortedList<'at'> = {
  name: 'calls',
  columns: { at: { sql: 'c.at', type: 'timestamptz' } },
  id: 'c.id',
  defaultField: 'at',
};

/** The only writer of `call` and `failing_bot`. */
export class CallRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Lists finished calls. */
  async list(
    projectId: string,
    botId: string,
    query: PageQuery<'at'>,
  ): Promise<{ calls: Call[]; count: number; perPage: number; next?: string }> {
    const page = pageOf(list, query);
    const values: unknown[] = [projectId, botId];
    const bind = binder(values);
    const ofBot = 'c.id_project = $1 and c.id_bot = $2 and c.outcome is not null';
    const rows = this.#db.query<Call & Placed>(
      `select ${columns}, ${page.columns} from call c where ${ofBot} and ${page.after(bind)}
       order by ${page.order} ${page.limit(bind)}`,
      values,
    );
    const counted = this.#db.query<{ count: number }>(`select count(*)::int as count from call c where ${ofBot}`, [
      projectId,
      botId,
    ]);
    const { rows: calls, next } = page.cut(await rows);
    const [{ count } = { count: 0 }] = await counted;
    return { calls, count, perPage: page.perPage, ...(next && { next }) };
  }

  /** The event and depth of the call that carried this bot token. */
  async findOrigin(projectId: string, botId: string, id: string): Promise<Pick<Call, 'event' | 'depth'> | undefined> {
    const [origin] = await this.#db.query<Pick<Call, 'event' | 'depth'>>(findOrigin, [projectId, id, botId]);
    return origin;
  }

  /** Records a call before it is sent, since its token is valid from then on. @returns false while the circuit is open */
  async begin(call: NewCall): Promise<boolean> {
    const { projectId, id, botId, webhookId, requestId, messageId, kind, attempt, at, event, depth } = call;
    const values = [projectId, id, botId, webhookId, requestId, messageId, kind, attempt, at, event, depth];
    const [begun] = await this.#db.query<{ id: string }>(begin, [...values, openSeconds]);
    return begun !== undefined;
  }

  async end({ projectId, id, botId }: NewCall, answer: OutboundAnswer): Promise<void> {
    const { outcome, status, durationMs } = answer;
    await this.#db.query(end, [projectId, id, outcome, status, durationMs]);
    if (isDelivered(answer)) await this.#db.query(recovered, [projectId, botId]);
    else await this.#db.query(failed, [projectId, botId, maxFailures, failureWindowSeconds, openSeconds]);
  }

  async deleteByBots(projectId: string, ids: readonly string[]): Promise<void> {
    await this.#db.query(deleteByBots, [projectId, ids]);
  }

  /** Deletes the calls about these requests. @returns how many */
  async deleteByRequests(projectId: string, requestIds: readonly string[]): Promise<number> {
    return (await this.#db.query(deleteByRequests, [projectId, requestIds])).length;
  }

  async countByRequests(projectId: string, requestIds: readonly string[]): Promise<number> {
    const [row] = await this.#db.query<{ count: number }>(countByRequests, [projectId, requestIds]);
    return row?.count ?? 0;
  }

  /** Deletes a batch of calls made before a time. @returns whether more may be left */
  async deleteBefore(at: Date, limit: number): Promise<boolean> {
    return (await this.#db.query(deleteBefore, [at, limit])).length === limit;
  }
}

const columns = `c.id_project as "projectId", c.id, c.id_bot as "botId", c.webhook_id as "webhookId",
  c.request_id as "requestId", c.message_id as "messageId", c.kind, c.attempt, c.at, c.event, c.depth, c.outcome, c.status,
  c.duration_ms as "durationMs"`;

const findOrigin = {
  name: 'call_origin',
  text: 'select event, depth from call where id_project = $1 and id = $2 and id_bot = $3',
};

// Half-open circuit: the first call after `open_until` is the probe, and extends `open_until` for all others.
const begin = {
  name: 'call_begin',
  text: `with probe as (
      update failing_bot set open_until = clock_timestamp() + $12 * interval '1 s'
      where id_project = $1 and id_bot = $3 and open_until <= clock_timestamp() returning 1
    )
    insert into call (id_project, id, id_bot, webhook_id, request_id, message_id, kind, attempt, at, event, depth)
    select $1, $2, $3, $4, $5, $6, $7, $8::int, $9, $10, $11::int
    where exists (select from probe)
      or not exists (select from failing_bot where id_project = $1 and id_bot = $3 and open_until is not null)
    returning id`,
};

const end = {
  name: 'call_end',
  text: 'update call set outcome = $3, status = $4, duration_ms = $5 where id_project = $1 and id = $2',
};

const recovered = { name: 'bot_recovered', text: 'delete from failing_bot where id_project = $1 and id_bot = $2' };

// A failure while the circuit is open was the probe: the circuit stays open.
const failed = {
  name: 'bot_failed',
  text: `insert into failing_bot as b (id_project, id_bot, failed_at) values ($1, $2, array[clock_timestamp()])
    on conflict (id_project, id_bot) do update set
      failed_at = (b.failed_at || clock_timestamp()::timestamptz(3))[greatest(1, cardinality(b.failed_at) + 2 - $3::int):],
      open_until = case
        when b.open_until is not null
          or b.failed_at[cardinality(b.failed_at) + 2 - $3::int] >= clock_timestamp() - $4 * interval '1 s'
        then clock_timestamp() + $5 * interval '1 s' end`,
};

const deleteByBots = {
  name: 'calls_forget_bots',
  text: `with healed as (delete from failing_bot where id_project = $1 and id_bot = any($2))
    delete from call where id_project = $1 and id_bot = any($2)`,
};

const deleteByRequests = {
  name: 'calls_forget_requests',
  text: 'delete from call where id_project = $1 and request_id = any($2) returning 1',
};

const countByRequests = {
  name: 'calls_of_requests',
  text: 'select count(*)::int as count from call where id_project = $1 and request_id = any($2)',
};

const deleteBefore = {
  name: 'calls_forget',
  text: `delete from call where (id_project, id) in (select id_project, id from call where at < $1 order by at limit $2)
    returning 1`,
};

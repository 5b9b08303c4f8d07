import { createHash } from 'node:crypto';

import { type DeliveryState, type EventEnvelope, type PageQuery, subscriptionErrors } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { binder, type Database, type Placed, pageOf, type SortedList } from '@parley/service-kit/database';

import { keyOf } from '../event/event-names.ts';
import { type Firing, missingRequestOf } from '../event/payload.ts';
import { subscriptionColumns } from '../subscription/subscription.repository.ts';
import { hookOf, type Subscription } from '../subscription/subscription.ts';
import type { Delivery } from './delivery.ts';
import { pollAgainMs } from './delivery-queue.ts';
import { lifetimeMs } from './schedule.ts';

/** Which deliveries a list shows. */
export interface DeliveryFilter {
  state?: DeliveryState | undefined;
  event?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Tie-breaker of events with the same time. Ids alone follow the order of arrival, which a bus may change. */
export const bySequence = '(d.sequence || d.id)';

const list: SortedList<'createdAt'> = {
  name: 'deliveries',
  columns: { createdAt: { sql: 'd.event_at', type: 'timestamptz' } },
  id: bySequence,
  defaultField: 'createdAt',
};

/** Rate limit per record and subscription. Source: contract 50 section 8. */
const maxPerMinute = 120;
/** Maximum number of deliveries per replay. */
const maxReplayed = 100_000;

/** The delivery ledger: records, lists, replays and removes deliveries. `DeliveryQueueRepository` handles attempts. */
export class DeliveryRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Records one delivery for each matching subscription, in the transaction of the event.
   * @param isSuppressed the event exceeds the maximum causation depth: recorded, never sent
   * @returns the matching subscriptions
   */
  async record(
    event: EventEnvelope,
    firings: readonly Firing[],
    isSuppressed: boolean,
    at: Date,
  ): Promise<Subscription[]> {
    const byKey = new Map(firings.map((firing) => [keyOf(firing.name), firing]));
    const { idproject: projectId, partitionkey, actor } = event;
    const concerned = await this.#db.query<Subscription>(subscribers, [
      ...[projectId, [...byKey.keys()], partitionkey, digestOf(actor), new Date(event.time)],
    ]);
    const rows = concerned.map((subscription) => {
      const pending = subscription.status === 'active' ? 'pending' : 'skipped';
      const payload = byKey.get(keyOf(subscription.event))?.payload();
      return [
        ...[
          newId(at),
          subscription.id,
          subscription.event,
          JSON.stringify(payload),
          JSON.stringify(hookOf(subscription)),
        ],
        isSuppressed ? 'suppressed' : pending,
      ];
    });
    if (rows.length === 0) return concerned;

    const columns = Array.from({ length: 6 }, (_, place) => rows.map((row) => row[place]));
    await this.#db.query(insert, [
      ...[projectId, event.id, event.subject, event.aggregateversion, partitionkey, actor, event.depth],
      ...[new Date(event.time), event.sequence, at, new Date(at.getTime() + lifetimeMs), ...columns, maxPerMinute],
      missingRequestOf(event) ?? null,
    ]);
    return concerned;
  }

  async list(
    projectId: string,
    subscriptionId: string,
    { state, event, from, to }: DeliveryFilter,
    query: PageQuery<'createdAt'>,
  ): Promise<{ deliveries: Delivery[]; count: number; perPage: number; next?: string }> {
    const page = pageOf(list, query);
    const values: unknown[] = [projectId, subscriptionId];
    const bind = binder(values);
    const conditions = [
      'd.id_project = $1 and d.id_subscription = $2',
      ...(state === undefined ? [] : [`d.state = ${bind(state)}`]),
      ...(event === undefined ? [] : [`lower(d.event) = ${bind(keyOf(event))}`]),
      ...(from === undefined ? [] : [`d.event_at >= ${bind(from)}`]),
      ...(to === undefined ? [] : [`d.event_at <= ${bind(to)}`]),
    ].join(' and ');
    const [counted] = await this.#db.query<{ count: number }>(
      `select count(*)::int as count from delivery d where ${conditions}`,
      [...values],
    );
    const rows = await this.#db.query<Delivery & Placed>(
      `select ${deliveryColumns}, ${page.columns} from delivery d where ${conditions} and ${page.after(bind)}
       order by ${page.order} ${page.limit(bind)}`,
      values,
    );
    const { rows: deliveries, next } = page.cut(rows);
    return { deliveries, count: counted?.count ?? 0, perPage: page.perPage, ...(next && { next }) };
  }

  /** @throws delivery_not_found */
  async get(projectId: string, subscriptionId: string, id: string): Promise<Delivery> {
    const [delivery] = await this.#db.query<Delivery>(find, [projectId, subscriptionId, id]);
    if (!delivery) throw subscriptionErrors.delivery_not_found();
    return delivery;
  }

  /** Restarts the schedule of a delivery. @throws delivery_not_found; delivery_erased */
  replay(projectId: string, subscriptionId: string, id: string, at: Date): Promise<Delivery> {
    return this.#db.transaction(async () => {
      await this.#db.query(lockForRecording, [projectId, subscriptionId]);
      await this.#db.query(replayOne, [projectId, subscriptionId, id, at, new Date(at.getTime() + lifetimeMs)]);
      const delivery = await this.get(projectId, subscriptionId, id);
      if (delivery.state === 'erased') throw subscriptionErrors.delivery_erased();
      return delivery;
    });
  }

  /** Restarts the schedule of all deliveries in a time range, at the rate limit per record. @throws range_too_large */
  replayAll(
    projectId: string,
    subscriptionId: string,
    { from, to, states }: { from: string; to: string; states: readonly DeliveryState[] },
    at: Date,
  ): Promise<number> {
    return this.#db.transaction(async () => {
      await this.#db.query(lockForRecording, [projectId, subscriptionId]);
      const range = [projectId, subscriptionId, from, to, states];
      const [counted] = await this.#db.query<{ count: number }>(countRange, range);
      const count = counted?.count ?? 0;
      if (count > maxReplayed) throw subscriptionErrors.range_too_large({ count });
      const expiresAt = new Date(at.getTime() + lifetimeMs);
      return (await this.#db.query(replayRange, [...range, at, expiresAt, maxPerMinute])).length;
    });
  }

  /** Skips pending deliveries; they may be replayed. */
  async skipPending(projectId: string, subscriptionId: string): Promise<void> {
    await this.#db.query(skip, [projectId, subscriptionId]);
  }

  /** Fails deliveries past their lifetime, in batches. @returns whether there may be more */
  async expire(at: Date, limit: number): Promise<boolean> {
    return (await this.#db.query(expire, [at, limit])).length === limit;
  }

  /** Removes the deliveries of a deleted subscription, in batches. @returns whether there may be more */
  async drop(projectId: string, subscriptionId: string, limit: number): Promise<boolean> {
    return (await this.#db.query(drop, [projectId, subscriptionId, limit])).length === limit;
  }

  /** Removes deliveries past their retention, in batches. @returns whether there may be more */
  async forgetBefore(at: Date, limit: number): Promise<boolean> {
    return (await this.#db.query(forget, [at, limit])).length === limit;
  }
}

/** Key of an erased person; their own id must not be stored. */
export function digestOf(actor: string): string {
  return createHash('sha256').update(actor).digest('base64url');
}

/** Columns of `d`. */
export const deliveryColumns = `d.id, d.id_project as "projectId", d.id_subscription as "subscriptionId", d.event, d.id_event as "eventId",
  d.subject, d.aggregate_version as "aggregateVersion", d.depth, d.event_at as "eventAt", d.payload, d.missing_request as "missingRequest", d.hook, d.state, d.attempts,
  d.failures, d.loop_suspected as "loopSuspected", d.due_at as "dueAt", d.expires_at as "expiresAt",
  d.last_status as "lastStatus", d.last_error as "lastError", d.delivered_at as "deliveredAt"`;

/** Columns that are cleared when a delivery is no longer pending. */
export const ended = 'due_at = null, expires_at = null, first_sequence = null, holder = null, host = null';

/**
 * Makes the queue `l` due at `due`, unless its breaker is open or it is due soon anyway: inserts also notify a worker. Used after
 * `update lane l`.
 */
const wake = (due: string) => `set due_at = ${due}
    from woken where l.id_project = $1 and l.id_subscription = woken.id_subscription
      and (l.due_at is null or (l.due_at > ${due} + interval '${pollAgainMs} ms' and l.open_until is null))`;

// A worker that polls the queue meanwhile learns from this lock that its snapshot may be incomplete.
const lockForRecording = {
  name: 'delivery_tell_adding',
  text: 'select from subscription where id_project = $1 and id = $2 for share',
};

// The share lock admits concurrent inserts, reveals them to a polling worker, and excludes changes and the deletion of the subscription:
// nothing is recorded for a deleted one.
const subscribers = {
  name: 'delivery_subscribers',
  text: `select ${subscriptionColumns} from subscription s
    where s.id_project = $1 and s.event_key = any($2)
      and not exists (select from ended_project where id_project = $1)
      and not exists (select from erased_record where id_project = $1 and key in ($3, $4) and erased_at > $5)
    for share of s`,
};

// A record that has reached its rate limit waits until the oldest delivery of the last minute is a minute old.
const insert = {
  name: 'deliveries_insert',
  text: `with inserted as (
      insert into delivery (id_project, id, id_subscription, event, id_event, subject, aggregate_version, partition_key, actor,
        depth, event_at, payload, missing_request, hook, state, sequence, first_sequence, first_at, due_at, expires_at, loop_suspected, created_at)
      select $1, r.id, r.subscription, r.event, $2, $3, $4, $5, $6, $7, $8, r.payload, $19, r.hook, r.state, $9,
        case when r.state = 'pending' then $9 end,
        case when r.state = 'pending' then greatest($10::timestamptz, pace.free_at) end,
        case when r.state = 'pending' then greatest($10::timestamptz, pace.free_at) end,
        case when r.state = 'pending' then $11::timestamptz end,
        coalesce(r.state = 'pending' and pace.free_at > $10::timestamptz, false), $10
      from unnest($12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[])
        r (id, subscription, event, payload, hook, state)
      left join lateral (
        select d.first_at + interval '1 minute' as free_at from delivery d
        where d.id_project = $1 and d.id_subscription = r.subscription and d.partition_key = $5
          and d.first_at > $10::timestamptz - interval '1 minute'
        order by d.first_at desc offset $18 - 1 limit 1
      ) pace on true
      on conflict (id_project, id_subscription, event, id_event) do nothing
      returning id_subscription, due_at
    ), woken as (select id_subscription, due_at from inserted where due_at is not null)
    update lane l ${wake('woken.due_at')}`,
};

const find = {
  name: 'delivery_find',
  text: `select ${deliveryColumns} from delivery d where d.id_project = $1 and d.id_subscription = $2 and d.id = $3`,
};

const fresh = `state = 'pending', failures = 0, holder = null, host = null, delivered_at = null`;

const replayOne = {
  name: 'delivery_replay',
  text: `with woken as (
      update delivery set ${fresh}, first_sequence = null, due_at = $4, expires_at = $5
      where id_project = $1 and id_subscription = $2 and id = $3 and state <> 'erased' returning id_subscription
    )
    update lane l ${wake('$4::timestamptz')}`,
};

const inRange = `d.id_project = $1 and d.id_subscription = $2 and d.event_at between $3 and $4 and d.state = any($5)`;

const countRange = {
  name: 'deliveries_in_range',
  text: `select count(*)::int as count from delivery d where ${inRange}`,
};

// First attempts again: those of one record wait for each other.
const replayRange = {
  name: 'deliveries_replay',
  text: `with chosen as (
      select d.id, row_number() over (partition by d.partition_key order by d.event_at, ${bySequence}) - 1 as place
      from delivery d where ${inRange}
    ), replayed as (
      update delivery d set ${fresh}, first_sequence = nullif(d.sequence, ''), expires_at = $7, first_at = $6::timestamptz + (chosen.place / $8) * interval '1 minute',
        due_at = $6::timestamptz + (chosen.place / $8) * interval '1 minute'
      from chosen where d.id_project = $1 and d.id = chosen.id and d.state <> 'erased' returning d.id, d.id_subscription
    ), woken as (select distinct id_subscription from replayed),
    lanes as (update lane l ${wake('$6::timestamptz')})
    select id from replayed`,
};

const skip = {
  name: 'deliveries_skip',
  text: `update delivery set state = 'skipped', ${ended} where id_project = $1 and id_subscription = $2 and state = 'pending'`,
};

const expire = {
  name: 'deliveries_expire',
  text: `update delivery set state = 'failed', ${ended} where (id_project, id) in
      (select id_project, id from delivery where expires_at <= $1 order by expires_at limit $2) returning 1`,
};

const forgotten = (condition: string) => `with gone as (
      delete from delivery where (id_project, id) in (select id_project, id from delivery where ${condition})
      returning id_project, id
    ), calls as (
      delete from attempt a using gone where a.id_project = gone.id_project and a.id_delivery = gone.id
    )
    select 1 from gone`;

const drop = { name: 'deliveries_drop', text: forgotten('id_project = $1 and id_subscription = $2 limit $3') };

const forget = {
  name: 'deliveries_forget',
  text: forgotten(`created_at < $1 and state <> 'pending' order by created_at limit $2`),
};

import { type Database, newId, type OutboundAnswer } from '@parley/service-kit';
import {
  breakerColumns,
  foundOf,
  type SubscriptionRepository,
  subscriptionColumns,
} from '../subscription/subscription.repository.ts';
import { disable, type Subscription } from '../subscription/subscription.ts';
import { afterFailure, type Breaker, closed, isHopeless, stateOf } from './breaker.ts';
import { type DeliveryRepository, deliveryColumns, ended } from './delivery.repository.ts';
import type { Delivery } from './delivery.ts';
import { nextAttemptAt } from './schedule.ts';

/** At once. Source: contract 50 section 8. */
const mostPerSubscription = 10;
const mostPerHost = 50;
/** After which an attempt counts as left unfinished. */
const leaseMs = 60_000;
/** Until another look at a lane that has enough under way; whoever ends a call looks at once. */
const busyMs = 1_000;

/** A delivery that this process is to attempt. */
export interface Taken {
  delivery: Delivery;
  subscription: Subscription;
  /** Of this taking. */
  holder: string;
}

/** What is kept of an answer. */
export interface Outcome extends Pick<OutboundAnswer, 'outcome' | 'status' | 'durationMs'> {
  retryAfter: string | undefined;
  headers: Record<string, unknown>;
  body: string;
}

type Row = Subscription & Breaker & { host: string };
/** A delivery, if one was claimed, and when the first of the others is due. */
type ClaimRow = (Delivery | { id: null }) & { next: Date | null };

/** Attempts: who makes which when, and what becomes of them. The only writer of `lane` and `attempt`, and of moving deliveries. */
export class LaneRepository {
  readonly #db: Database;
  readonly #subscriptions: SubscriptionRepository;
  readonly #deliveries: DeliveryRepository;

  constructor(db: Database, subscriptions: SubscriptionRepository, deliveries: DeliveryRepository) {
    this.#db = db;
    this.#subscriptions = subscriptions;
    this.#deliveries = deliveries;
  }

  async isDue(at: Date): Promise<boolean> {
    const [row] = await this.#db.query<{ due: boolean }>(due, [at]);
    return row?.due === true;
  }

  /** Takes what may be attempted now for the subscription that has waited longest; nothing when none waits. */
  claim(most: number, at: Date): Promise<Taken[] | undefined> {
    return this.#db.transaction(async () => {
      const [row] = await this.#db.query<Row>(take, [at]);
      if (!row) return undefined;
      const { host, ...both } = row;
      const { subscription, breaker } = foundOf(both);
      const { projectId, id, status } = subscription;
      if (status === 'disabled') await this.#deliveries.skipPending(projectId, id);
      if (stateOf(breaker, at) === 'open') {
        await this.#db.query(put, [projectId, id, breaker.openUntil]);
        return [];
      }
      // Asked first: then what is chosen is chosen from all that there is.
      const isWhole = (await this.#db.query(ifNobodyRecords, [projectId, id])).length > 0;
      const isTry = stateOf(breaker, at) === 'half_open';
      const { taken, waiting } = await this.#choose(subscription, host, isTry ? undefined : most, at);
      // With no room left here, others may have some.
      const again = new Date(at.getTime() + (taken.length === most ? 0 : busyMs));
      if (waiting !== null && waiting <= again) await this.#db.query(put, [projectId, id, again]);
      else await this.#db.query(put, [projectId, id, isWhole ? waiting : at]);
      // While somebody records, another look would find the same: he hints when he is done.
      return isWhole || taken.length > 0 ? taken : undefined;
    });
  }

  /** @param most absent: one alone, to try. @returns what was taken, and when the first one is due after that, leases among them */
  async #choose(
    subscription: Subscription,
    host: string,
    most: number | undefined,
    at: Date,
  ): Promise<{ taken: Taken[]; waiting: Date | null }> {
    const holder = newId(at);
    const leaseUntil = new Date(at.getTime() + leaseMs);
    await this.#db.query(lockHost, [host]);
    const values = [subscription.projectId, subscription.id, host, at, leaseUntil, holder];
    const rows = await (most === undefined
      ? this.#db.query<ClaimRow>(claimOne, values)
      : this.#db.query<ClaimRow>(claim, [...values, most, mostPerSubscription, mostPerHost]));
    const taken = rows.flatMap((row) => (row.id === null ? [] : [{ delivery: row, subscription, holder }]));
    const others = rows[0]?.next ?? null;
    const isLeaseFirst = taken.length > 0 && (others === null || others > leaseUntil);
    return { taken, waiting: isLeaseFirst ? leaseUntil : others };
  }

  /** Gives a delivery back as it was, to be taken a little later. */
  async giveBack({ delivery: { projectId, id }, subscription, holder }: Taken, dueAt: Date): Promise<void> {
    await this.#db.query(giveBack, [projectId, id, subscription.id, holder, dueAt]);
  }

  /** Notes a call before it is made. @returns its number; nothing when the delivery is no longer ours */
  async begin({ delivery, subscription, holder }: Taken, attemptId: string, at: Date): Promise<number | undefined> {
    const { projectId, id } = delivery;
    const values = [projectId, id, holder, at, attemptId, subscription.id, subscription.target];
    const [begun] = await this.#db.query<{ n: number }>(begin, values);
    return begun?.n;
  }

  /** What came of a call, for the ledger, the schedule and the breaker. */
  async end(taken: Taken, attemptId: string, outcome: Outcome, at: Date): Promise<void> {
    if (outcome.outcome === 'ok') await this.#db.query(succeed, [...endValues(taken, attemptId, outcome), at]);
    else await this.#db.transaction(() => this.#fail(taken, attemptId, outcome, at));
  }

  async #fail(taken: Taken, attemptId: string, outcome: Outcome, at: Date): Promise<void> {
    const { projectId, id: subscriptionId } = taken.subscription;
    const { failures, expiresAt } = taken.delivery;
    const [lane] = await this.#db.query<Breaker>(lockLane, [projectId, subscriptionId]);
    const isGone = outcome.outcome === 'status' && outcome.status === 410;
    const next = isGone
      ? undefined
      : nextAttemptAt({ failures: failures + 1, at, expiresAt: expiresAt ?? at, retryAfter: outcome.retryAfter });
    const state = next ? 'pending' : isGone ? 'skipped' : 'failed';
    const values = endValues(taken, attemptId, outcome);
    const kept = await this.#db.query(fail, [...values, outcome.outcome, state, next ?? null]);
    if (!lane || kept.length === 0) return;

    const breaker = afterFailure(lane, at);
    await this.#keepBreaker(projectId, subscriptionId, breaker, breaker.openUntil ?? at);
    if (isGone || isHopeless(breaker, at))
      await this.#disable(projectId, subscriptionId, isGone ? 'gone' : 'failing', at);
  }

  /** Calls begin anew: an admin says that the receiver is there. */
  async reset(projectId: string, subscriptionId: string, at: Date): Promise<void> {
    await this.#keepBreaker(projectId, subscriptionId, closed, at);
  }

  async #keepBreaker(projectId: string, id: string, breaker: Breaker, dueAt: Date): Promise<void> {
    const { failures, failingSince, openUntil, waitMs } = breaker;
    await this.#db.query(keepBreaker, [projectId, id, failures, failingSince, openUntil, waitMs, dueAt]);
  }

  async #disable(projectId: string, id: string, reason: 'gone' | 'failing', at: Date): Promise<void> {
    const found = await this.#subscriptions.find(projectId, id);
    if (!found) return;
    await this.#subscriptions.store(found.subscription, disable(found.subscription, reason, at));
    await this.#deliveries.skipPending(projectId, id);
  }
}

function endValues({ delivery, subscription, holder }: Taken, attemptId: string, outcome: Outcome): unknown[] {
  const { durationMs, status = null, headers, body } = outcome;
  const about = [delivery.projectId, delivery.id, subscription.id, holder, attemptId];
  return [...about, Math.round(durationMs), status, JSON.stringify(headers), body];
}

const due = { name: 'lane_due', text: 'select exists (select from lane where due_at <= $1) as due' };

const take = {
  name: 'lane_take',
  text: `select ${subscriptionColumns}, ${breakerColumns}, s.host
    from lane l join subscription s on s.id_project = l.id_project and s.id = l.id_subscription
    where l.due_at <= $1 order by l.due_at limit 1 for update of l skip locked`,
};

// Replicas count what is under way at a host one after the other. Whoever holds this waits for no lane.
const lockHost = {
  name: 'host_lock',
  text: `select pg_advisory_xact_lock(hashtextextended('host/' || $1, 0))`,
};

const underWay = `select count(*) from delivery b where b.host = $3 and b.holder is not null and b.due_at > $4`;

/** So many of the oldest are looked at: those of one record wait for each other. */
const looked = 1_000;

const claimed = `, taken as (
      update delivery d set holder = $6, host = $3, due_at = $5 from mine
      where d.id_project = $1 and d.id = mine.id returning ${deliveryColumns}
    )
    select t.*, (
      select o.due_at from delivery o where o.id_project = $1 and o.id_subscription = $2 and o.due_at is not null
        and o.id <> all (array(select id from mine)) order by o.due_at limit 1
    ) as next
    from (values (1)) always left join taken t on true`;

// Of each record the first attempts are made in the order of its events: while an earlier one waits or runs, none begins.
const claim = {
  name: 'deliveries_claim',
  text: `with oldest as (
      select d.id, d.partition_key, d.first_sequence, d.due_at from delivery d
      where d.id_project = $1 and d.id_subscription = $2 and d.due_at <= $4 and d.state = 'pending'
      order by d.due_at, d.id limit ${looked}
    ), mine as (
      select o.id from oldest o
      where o.first_sequence is null or not exists (
        select from delivery e where e.id_project = $1 and e.id_subscription = $2 and e.partition_key = o.partition_key
          and e.first_sequence < o.first_sequence)
      order by o.due_at, o.id
      limit greatest(0, least($7::bigint, $9 - (${underWay}),
        $8 - (${underWay} and b.id_project = $1 and b.id_subscription = $2)))
    )
    ${claimed}`,
};

// After a pause one call tries, the oldest.
const claimOne = {
  name: 'deliveries_claim_one',
  text: `with mine as (
      select d.id from delivery d
      where d.id_project = $1 and d.id_subscription = $2 and d.due_at <= $4 and d.state = 'pending'
        and not exists (${underWay} and b.id_project = $1 and b.id_subscription = $2 having count(*) > 0)
      order by d.created_at, d.id limit 1
    )
    ${claimed}`,
};

// Whoever records holds the subscription until he has committed.
const ifNobodyRecords = {
  name: 'subscription_if_free',
  text: 'select 1 from subscription where id_project = $1 and id = $2 for update skip locked',
};

const put = {
  name: 'lane_put',
  text: 'update lane set due_at = $3 where id_project = $1 and id_subscription = $2',
};

/** Lets a lane be looked at now, because a call has ended. */
const awake = (at: string) => `update lane set due_at = ${at}`;

const giveBack = {
  name: 'delivery_give_back',
  text: `with given as (
      update delivery set holder = null, host = null, due_at = $5
      where id_project = $1 and id = $2 and holder = $4 and state = 'pending' returning 1
    )
    ${awake('$5')} where id_project = $1 and id_subscription = $3 and exists (select from given)`,
};

const begin = {
  name: 'attempt_begin',
  text: `with begun as (
      update delivery set attempts = attempts + 1
      where id_project = $1 and id = $2 and holder = $3 and state = 'pending' and due_at > $4::timestamptz returning attempts
    )
    insert into attempt (id_project, id, id_delivery, id_subscription, n, at, target)
    select $1, $5, $2, $6, attempts, $4, $7 from begun returning n`,
};

const logged = `update attempt set duration_ms = $6::int, status = $7::int, response_headers = $8::jsonb, response_body = $9`;
const ours = `id_project = $1 and id = $2 and id_subscription = $3 and holder = $4 and state = 'pending'`;

const succeed = {
  name: 'attempt_succeed',
  text: `with logged as (${logged} where id_project = $1 and id = $5),
    done as (
      update delivery set state = 'delivered', delivered_at = $10, last_status = $7::int, last_error = null, ${ended}
      where ${ours} returning 1
    )
    ${awake('$10')}, failures = 0, failing_since = null, open_until = null, wait_ms = 0
    where id_project = $1 and id_subscription = $3 and exists (select from done)`,
};

const lockLane = {
  name: 'lane_lock',
  text: `select ${breakerColumns} from lane l where l.id_project = $1 and l.id_subscription = $2 for update`,
};

const fail = {
  name: 'attempt_fail',
  text: `with logged as (${logged}, error = $10 where id_project = $1 and id = $5)
    update delivery set state = $11, failures = failures + 1, last_status = $7::int, last_error = $10, due_at = $12::timestamptz,
      expires_at = case when $11 = 'pending' then expires_at end, first_sequence = null, holder = null, host = null
    where ${ours} returning 1`,
};

const keepBreaker = {
  name: 'lane_keep_breaker',
  text: `update lane set failures = $3, failing_since = $4, open_until = $5, wait_ms = $6,
      due_at = case when due_at is not null then $7::timestamptz end
    where id_project = $1 and id_subscription = $2`,
};

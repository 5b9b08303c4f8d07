import { type Database, Gathering, newId, type OutboundAnswer } from '@parley/service-kit';
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
import { busyMs, type Lane } from './lane.ts';
import { nextAttemptAt } from './schedule.ts';

/** At once. Source: contract 50 section 8. */
const mostPerSubscription = 10;
const mostPerHost = 50;
/** After which an attempt counts as left unfinished. */
const leaseMs = 60_000;
/** Calls whose ends are stored by one statement. */
const mostTogether = 50;

/** A delivery that this process is to attempt, with the call that it makes. */
export interface Taken {
  delivery: Delivery;
  subscription: Subscription;
  /** Of this taking. */
  holder: string;
  attemptId: string;
  /** Then others may take it. */
  leaseUntil: Date;
}

/** What is kept of an answer. */
export interface Outcome extends Pick<OutboundAnswer, 'outcome' | 'status' | 'durationMs'> {
  retryAfter: string | undefined;
  headers: Record<string, unknown>;
  body: string;
}

type Row = Subscription & Breaker & { host: string };
/** A delivery, if one was claimed, and when the first of the others is due. */
type ClaimRow = ((Delivery & { attemptId: string }) | { id: null }) & { next: Date | null };
type Ended = { taken: Taken; outcome: Outcome; at: Date };

/** Attempts: who makes which when, and what becomes of them. The only writer of `lane` and `attempt`, and of moving deliveries. */
export class LaneRepository {
  readonly #db: Database;
  readonly #subscriptions: SubscriptionRepository;
  readonly #deliveries: DeliveryRepository;
  readonly #successes: Gathering<Ended, boolean>;

  constructor(db: Database, subscriptions: SubscriptionRepository, deliveries: DeliveryRepository) {
    this.#db = db;
    this.#subscriptions = subscriptions;
    this.#deliveries = deliveries;
    this.#successes = new Gathering((calls) => db.transaction(() => this.#succeed(calls)), mostTogether);
  }

  /** Whether a lane is to be looked at, or what it has is only waiting for its next look. */
  async isDue(at: Date): Promise<boolean> {
    const [row] = await this.#db.query<{ due: boolean }>(due, [at]);
    return row?.due === true;
  }

  /**
   * Takes what may be attempted now, and notes the calls before they are made.
   * @param lane the one to look at; absent: the one that has been due for longest
   * @returns nothing when no lane is to be looked at
   */
  claim(most: number, at: Date, lane?: Lane): Promise<Taken[] | undefined> {
    return this.#db.transaction(async () => {
      const [row] = await (lane
        ? this.#db.query<Row>(takeLane, [new Date(at.getTime() + busyMs), lane.projectId, lane.subscriptionId])
        : this.#db.query<Row>(takeFirst, [at]));
      if (!row) return undefined;
      const { host, ...both } = row;
      const { subscription, breaker } = foundOf(both);
      const { projectId, id, status } = subscription;
      if (status === 'disabled') await this.#deliveries.skipPending(projectId, id);
      if (stateOf(breaker, at) === 'open') {
        await this.#db.query(put, [projectId, id, breaker.openUntil]);
        return [];
      }
      const isTry = stateOf(breaker, at) === 'half_open';
      const { isWhole, taken, waiting } = await this.#choose(subscription, host, isTry ? undefined : most, at);
      // With no room left here, others may have some.
      const again = new Date(at.getTime() + (taken.length === most ? 0 : busyMs));
      if (waiting !== null && waiting <= again) await this.#db.query(put, [projectId, id, again]);
      else await this.#db.query(put, [projectId, id, isWhole ? waiting : at]);
      // While somebody records, another look would find the same: he hints when he is done.
      return isWhole || taken.length > 0 ? taken : undefined;
    });
  }

  /**
   * @param most absent: one alone, to try
   * @returns what was taken, and when the first one is due after that, leases among them; whole: nobody was recording
   */
  async #choose(
    subscription: Subscription,
    host: string,
    most: number | undefined,
    at: Date,
  ): Promise<{ isWhole: boolean; taken: Taken[]; waiting: Date | null }> {
    const { projectId, id, target } = subscription;
    const holder = newId(at);
    const leaseUntil = new Date(at.getTime() + leaseMs);
    const attemptIds = Array.from({ length: Math.min(most ?? 1, mostPerSubscription) }, () => newId(at));
    const values = [projectId, id, host, at, leaseUntil, holder, target, attemptIds];
    // One after the other, and sent together: what is chosen is chosen from all that there is once nobody records.
    const [free, , rows] = await Promise.all([
      this.#db.query(ifNobodyRecords, [projectId, id]),
      this.#db.query(lockHost, [host]),
      most === undefined
        ? this.#db.query<ClaimRow>(claimOne, values)
        : this.#db.query<ClaimRow>(claim, [...values, mostPerHost]),
    ]);
    const taken = rows.flatMap((row) => {
      if (row.id === null) return [];
      const { attemptId, ...delivery } = row;
      return [{ delivery, subscription, holder, attemptId, leaseUntil }];
    });
    const others = rows[0]?.next ?? null;
    const isLeaseFirst = taken.length > 0 && (others === null || others > leaseUntil);
    return { isWhole: free.length > 0, taken, waiting: isLeaseFirst ? leaseUntil : others };
  }

  /** Gives a delivery back as it was, to be taken a little later: no call has been made. */
  async giveBack({ delivery: { projectId, id }, subscription, holder, attemptId }: Taken, dueAt: Date): Promise<void> {
    await this.#db.query(giveBack, [projectId, id, subscription.id, holder, attemptId, dueAt]);
  }

  /**
   * What came of a call, for the ledger, the schedule and the breaker.
   * @returns whether its lane has something to be looked at now
   */
  async end(taken: Taken, outcome: Outcome, at: Date): Promise<boolean> {
    if (outcome.outcome === 'ok') return this.#successes.ask({ taken, outcome, at });
    await this.#db.transaction(() => this.#fail(taken, outcome, at));
    return true;
  }

  async #succeed(calls: readonly Ended[]): Promise<boolean[]> {
    const rows = calls.map(({ taken, outcome, at }) => [...endValues(taken, outcome), at]);
    const columns = Array.from({ length: 10 }, (_, place) => rows.map((row) => row[place]));
    // Whoever looked after a call had ended, and before that was stored, found the lane full.
    const soon = new Date(Math.max(...calls.map(({ at }) => at.getTime())) + 2 * busyMs);
    const due = await this.#db.query<{ id: string }>(succeed, [...columns, soon]);
    const ids = new Set(due.map(({ id }) => id));
    return calls.map(({ taken: { subscription } }) => ids.has(subscription.id));
  }

  async #fail(taken: Taken, outcome: Outcome, at: Date): Promise<void> {
    const { projectId, id: subscriptionId } = taken.subscription;
    const { failures, expiresAt } = taken.delivery;
    const [lane] = await this.#db.query<Breaker>(lockLane, [projectId, subscriptionId]);
    const isGone = outcome.outcome === 'status' && outcome.status === 410;
    const next = isGone
      ? undefined
      : nextAttemptAt({ failures: failures + 1, at, expiresAt: expiresAt ?? at, retryAfter: outcome.retryAfter });
    const state = next ? 'pending' : isGone ? 'skipped' : 'failed';
    const values = endValues(taken, outcome);
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

function endValues({ delivery, subscription, holder, attemptId }: Taken, outcome: Outcome): unknown[] {
  const { durationMs, status = null, headers, body } = outcome;
  const about = [delivery.projectId, delivery.id, subscription.id, holder, attemptId];
  return [...about, Math.round(durationMs), status, JSON.stringify(headers), body];
}

const due = {
  name: 'lane_due',
  text: `select exists (select from lane where due_at <= $1) or exists (
      select from lane l join delivery d on d.id_project = l.id_project and d.id_subscription = l.id_subscription
      where l.due_at <= $1 + interval '${busyMs} ms' and d.due_at <= $1 and d.state = 'pending'
    ) as due`,
};

const take = (condition: string) => `select ${subscriptionColumns}, ${breakerColumns}, s.host
    from lane l join subscription s on s.id_project = l.id_project and s.id = l.id_subscription
    where l.due_at <= $1 ${condition} for update of l skip locked`;

const takeFirst = { name: 'lane_take_first', text: take('order by l.due_at limit 1') };

const takeLane = { name: 'lane_take', text: take('and l.id_project = $2 and l.id_subscription = $3') };

// Replicas count what is under way at a host one after the other. Whoever holds this waits for no lane.
const lockHost = {
  name: 'host_lock',
  text: `select pg_advisory_xact_lock(hashtextextended('host/' || $1, 0))`,
};

const underWay = `select count(*) from delivery b where b.host = $3 and b.holder is not null and b.due_at > $4`;

/** So many of the oldest are looked at: those of one record wait for each other. */
const looked = 1_000;

/** Takes what is `chosen`. */
const claimed = `, mine as (
      select id, ($8::text[])[row_number() over ()] as attempt from chosen
    ), taken as (
      update delivery d set holder = $6, host = $3, due_at = $5, attempts = attempts + 1 from mine
      where d.id_project = $1 and d.id = mine.id returning ${deliveryColumns}, mine.attempt as "attemptId"
    ), begun as (
      insert into attempt (id_project, id, id_delivery, id_subscription, n, at, target)
      select $1, "attemptId", id, $2, attempts, $4, $7 from taken
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
    ), chosen as (
      select o.id from oldest o
      where o.first_sequence is null or not exists (
        select from delivery e where e.id_project = $1 and e.id_subscription = $2 and e.partition_key = o.partition_key
          and e.first_sequence < o.first_sequence)
      order by o.due_at, o.id
      limit greatest(0, least(cardinality($8::text[]), $9 - (${underWay}),
        ${mostPerSubscription} - (${underWay} and b.id_project = $1 and b.id_subscription = $2)))
    )
    ${claimed}`,
};

// After a pause one call tries, the oldest.
const claimOne = {
  name: 'deliveries_claim_one',
  text: `with chosen as (
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

const giveBack = {
  name: 'delivery_give_back',
  text: `with given as (
      update delivery set holder = null, host = null, due_at = $6, attempts = attempts - 1
      where id_project = $1 and id = $2 and holder = $4 and state = 'pending' returning 1
    ), unmade as (
      delete from attempt where id_project = $1 and id = $5 and exists (select from given)
    )
    update lane set due_at = $6 where id_project = $1 and id_subscription = $3 and exists (select from given)`,
};

const columnsOfEnd = 'id_project, id_delivery, id_subscription, holder, id, duration_ms, status, headers, body, at';

// A lane in good health is not touched: those who record and who look for more would wait for each other's commits.
const succeed = {
  name: 'attempts_succeed',
  text: `with ended as (
      select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[], $7::int[], $8::text[],
        $9::text[], $10::timestamptz[]) as e (${columnsOfEnd})
    ), logged as (
      update attempt a set duration_ms = e.duration_ms, status = e.status, response_headers = e.headers::jsonb, response_body = e.body
      from ended e where a.id_project = e.id_project and a.id = e.id
    ), done as (
      update delivery d set state = 'delivered', delivered_at = e.at, last_status = e.status, last_error = null, ${ended}
      from ended e where d.id_project = e.id_project and d.id = e.id_delivery and d.id_subscription = e.id_subscription
        and d.holder = e.holder and d.state = 'pending'
      returning d.id_project, d.id_subscription, e.at
    ), lanes as (
      select id_project, id_subscription, max(at) as at from done group by id_project, id_subscription
    ), healed as (
      update lane l set failures = 0, failing_since = null, open_until = null, wait_ms = 0, due_at = lanes.at
      from lanes where l.id_project = lanes.id_project and l.id_subscription = lanes.id_subscription
        and (l.failures > 0 or l.failing_since is not null or l.open_until is not null)
      returning l.id_subscription
    )
    select id_subscription as id from healed
    union all
    select l.id_subscription from lane l join lanes using (id_project, id_subscription) where l.due_at <= $11`,
};

const logged = `update attempt set duration_ms = $6::int, status = $7::int, response_headers = $8::jsonb, response_body = $9`;
const ours = `id_project = $1 and id = $2 and id_subscription = $3 and holder = $4 and state = 'pending'`;

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

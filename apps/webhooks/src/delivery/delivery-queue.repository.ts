import type { OutboundAnswer } from '@parley/outbound';
import { newId } from '@parley/service-kit/call';
import { Batcher } from '@parley/service-kit/concurrency';
import type { Database } from '@parley/service-kit/database';

import { type SubscriptionRepository, splitRow } from '../subscription/subscription.repository.ts';
import { disable, type Subscription } from '../subscription/subscription.ts';
import { afterFailure, type Breaker, closed, shouldDisable, stateOf } from './breaker.ts';
import type { DeliveryRepository } from './delivery.repository.ts';
import type { Delivery } from './delivery.ts';
import {
  claim,
  claimOne,
  due,
  fail,
  keepBreaker,
  keepPayload,
  lockFirstDue,
  lockHost,
  lockIfDue,
  lockIfNotRecording,
  lockQueue,
  maxPerSubscription,
  queuesWithWork,
  release,
  reschedule,
  succeed,
} from './delivery-queue.statements.ts';
import { type DeliveryQueue, pollAgainMs } from './delivery-queue.ts';
import { nextAttemptAt } from './schedule.ts';

/** Lease of a delivery; after it the attempt counts as abandoned. */
const leaseMs = 60_000;
/** Maximum number of successes stored by one statement. */
const maxBatch = 50;

/** A delivery leased to this process, with its attempt. */
export interface ClaimedDelivery {
  delivery: Delivery;
  subscription: Subscription;
  /** Identifies this lease. */
  holder: string;
  attemptId: string;
  /** Afterwards other processes may claim it. */
  leaseUntil: Date;
}

/** The stored part of an answer. */
export interface Outcome extends Pick<OutboundAnswer, 'outcome' | 'status' | 'durationMs'> {
  retryAfter: string | undefined;
  headers: Record<string, unknown>;
  body: string;
}

type Row = Subscription & Breaker & { host: string };
/** A claimed delivery, if any, and when the next of the others is due. */
type ClaimRow = ((Delivery & { attemptId: string }) | { id: null }) & { next: Date | null };
type FinishedCall = { claimed: ClaimedDelivery; outcome: Outcome; at: Date };

/** A poll of a queue whose row this process has locked. */
interface Poll {
  subscription: Subscription;
  host: string;
  /** Maximum to claim; absent: a single probe of a half-open breaker. */
  limit: number | undefined;
  at: Date;
}

/** Leases deliveries to workers, records their attempts and stores the outcomes. */
export class DeliveryQueueRepository {
  readonly #db: Database;
  readonly #subscriptions: SubscriptionRepository;
  readonly #deliveries: DeliveryRepository;
  readonly #successes: Batcher<FinishedCall, boolean>;

  constructor(db: Database, subscriptions: SubscriptionRepository, deliveries: DeliveryRepository) {
    this.#db = db;
    this.#subscriptions = subscriptions;
    this.#deliveries = deliveries;
    this.#successes = new Batcher((calls) => this.#succeed(calls), maxBatch);
  }

  /** Time in ms until the next queue is due; 0 or less if one is due now, or has due deliveries that await its next poll. */
  async dueInMs(at: Date): Promise<number | undefined> {
    const [next] = await this.#db.query<{ ms: number | null }>(due, [at]);
    return next?.ms ?? undefined;
  }

  /**
   * Claims the deliveries that may be attempted now, and records the attempts before the calls are made.
   * @param queue the queue to poll; absent: the one that has been due longest
   * @returns `undefined` when no queue is due
   */
  claim(limit: number, at: Date, queue?: DeliveryQueue): Promise<ClaimedDelivery[] | undefined> {
    return this.#db.transaction(async () => {
      const soon = new Date(at.getTime() + pollAgainMs);
      const [row] = await (queue
        ? this.#db.query<Row>(lockIfDue, [soon, queue.projectId, queue.subscriptionId])
        : this.#db.query<Row>(lockFirstDue, [at]));
      if (!row) return undefined;
      const { host, ...both } = row;
      const { subscription, breaker } = splitRow(both);
      const { projectId, id, status } = subscription;
      if (status === 'disabled') await this.#deliveries.skipPending(projectId, id);
      if (stateOf(breaker, at) === 'open') {
        await this.#reschedule(subscription, breaker.openUntil);
        return [];
      }
      const capacity = stateOf(breaker, at) === 'half_open' ? undefined : limit;
      const poll = { subscription, host, limit: capacity, at };
      return queue ? this.#pollBriefly(poll, soon) : this.#pollThoroughly(poll, soon);
    });
  }

  /** The queue is polled again soon in any case, so concurrent inserts need no coordination. */
  async #pollBriefly(poll: Poll, soon: Date): Promise<ClaimedDelivery[]> {
    const [{ claimed }] = await Promise.all([this.#claimDue(poll), this.#reschedule(poll.subscription, soon)]);
    // This process is at its capacity; other replicas may not be.
    if (claimed.length === poll.limit) await this.#reschedule(poll.subscription, poll.at);
    return claimed;
  }

  /** The queue may sleep until a delivery is inserted: a concurrent insert waits for the end of this poll. */
  async #pollThoroughly(poll: Poll, soon: Date): Promise<ClaimedDelivery[] | undefined> {
    const { subscription, limit, at } = poll;
    const free = this.#db.query(lockIfNotRecording, [subscription.projectId, subscription.id]);
    // Pipelined, but executed after the lock: the claim then sees every committed delivery.
    const [{ length: isWhole }, { claimed, next }] = await Promise.all([free, this.#claimDue(poll)]);
    const again = claimed.length === limit ? at : soon;
    await this.#reschedule(subscription, next !== null && next <= again ? again : isWhole ? next : at);
    // While a delivery is being inserted, another poll would find the same; the insert notifies when it commits.
    return isWhole || claimed.length > 0 ? claimed : undefined;
  }

  /** @returns the claimed deliveries, and when the next one is due, expiring leases included */
  async #claimDue({ subscription, host, limit, at }: Poll): Promise<{ claimed: ClaimedDelivery[]; next: Date | null }> {
    const { projectId, id, target } = subscription;
    const holder = newId(at);
    const leaseUntil = new Date(at.getTime() + leaseMs);
    const attemptIds = Array.from({ length: Math.min(limit ?? 1, maxPerSubscription) }, () => newId(at));
    const values = [projectId, id, host, at, leaseUntil, holder, target, attemptIds];
    const [, rows] = await Promise.all([
      this.#db.query(lockHost, [host]),
      limit === undefined ? this.#db.query<ClaimRow>(claimOne, values) : this.#db.query<ClaimRow>(claim, values),
    ]);
    const claimed = rows.flatMap((row) => {
      if (row.id === null) return [];
      const { attemptId, ...delivery } = row;
      return [{ delivery, subscription, holder, attemptId, leaseUntil }];
    });
    const others = rows[0]?.next ?? null;
    const isLeaseFirst = claimed.length > 0 && (others === null || others > leaseUntil);
    return { claimed, next: isLeaseFirst ? leaseUntil : others };
  }

  async #reschedule({ projectId, id }: Subscription, dueAt: Date | null): Promise<void> {
    await this.#db.query(reschedule, [projectId, id, dueAt]);
  }

  /** Stores the payload that this and all later attempts send. @returns false when the delivery is no longer held */
  async keepPayload({ delivery: { projectId, id }, holder }: ClaimedDelivery, payload: string): Promise<boolean> {
    return (await this.#db.query(keepPayload, [projectId, id, holder, payload])).length > 0;
  }

  /** Releases a delivery unchanged, to be claimed a little later; no call has been made. */
  async release(
    { delivery: { projectId, id }, subscription, holder, attemptId }: ClaimedDelivery,
    dueAt: Date,
  ): Promise<void> {
    await this.#db.query(release, [projectId, id, subscription.id, holder, attemptId, dueAt]);
  }

  /**
   * Stores the outcome of a call in the ledger, the schedule and the breaker.
   * @returns whether its queue has due deliveries
   */
  async finish(claimed: ClaimedDelivery, outcome: Outcome, at: Date): Promise<boolean> {
    if (outcome.outcome === 'ok') return this.#successes.load({ claimed, outcome, at });
    await this.#db.transaction(() => this.#fail(claimed, outcome, at));
    return true;
  }

  async #succeed(calls: readonly FinishedCall[]): Promise<boolean[]> {
    const rows = calls.map(({ claimed, outcome, at }) => [...outcomeValues(claimed, outcome), at]);
    const columns = Array.from({ length: 10 }, (_, place) => rows.map((row) => row[place]));
    await this.#db.transaction(() => this.#db.query(succeed, columns));
    // Queried after the commit: earlier polls have seen the queue at its limit.
    const soon = new Date(Math.max(...calls.map(({ at }) => at.getTime())) + pollAgainMs);
    const places = [...new Map(calls.map(({ claimed: { subscription } }) => [subscription.id, subscription])).values()];
    const queues = [places.map(({ projectId }) => projectId), places.map(({ id }) => id)];
    const found = await this.#db.query<{ id: string }>(queuesWithWork, [...queues, soon]);
    const ids = new Set(found.map(({ id }) => id));
    return calls.map(({ claimed: { subscription } }) => ids.has(subscription.id));
  }

  async #fail(claimed: ClaimedDelivery, outcome: Outcome, at: Date): Promise<void> {
    const { projectId, id: subscriptionId } = claimed.subscription;
    const { failures, expiresAt } = claimed.delivery;
    const [queue] = await this.#db.query<Breaker>(lockQueue, [projectId, subscriptionId]);
    const isGone = outcome.outcome === 'status' && outcome.status === 410;
    const next = isGone
      ? undefined
      : nextAttemptAt({ failures: failures + 1, at, expiresAt: expiresAt ?? at, retryAfter: outcome.retryAfter });
    const state = next ? 'pending' : isGone ? 'skipped' : 'failed';
    const values = outcomeValues(claimed, outcome);
    const kept = await this.#db.query(fail, [...values, outcome.outcome, state, next ?? null]);
    if (!queue || kept.length === 0) return;

    const breaker = afterFailure(queue, at);
    await this.#keepBreaker(projectId, subscriptionId, breaker, breaker.openUntil ?? at);
    if (isGone || shouldDisable(breaker, at))
      await this.#disable(projectId, subscriptionId, isGone ? 'gone' : 'failing', at);
  }

  /** Closes the breaker, because an admin has reactivated the subscription. */
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

function outcomeValues({ delivery, subscription, holder, attemptId }: ClaimedDelivery, outcome: Outcome): unknown[] {
  const { durationMs, status = null, headers, body } = outcome;
  const about = [delivery.projectId, delivery.id, subscription.id, holder, attemptId];
  return [...about, Math.round(durationMs), status, JSON.stringify(headers), body];
}

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

/** After which an attempt counts as left unfinished. */
const leaseMs = 60_000;
/** Calls whose ends are stored by one statement. */
const maxBatch = 50;

/** A delivery that this process is to attempt, with the call that it makes. */
export interface ClaimedDelivery {
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
type FinishedCall = { claimed: ClaimedDelivery; outcome: Outcome; at: Date };

/** At a queue that this process holds. */
interface Poll {
  subscription: Subscription;
  host: string;
  /** To be claimed; absent: one alone, to try. */
  most: number | undefined;
  at: Date;
}

/** Attempts: who makes which when, and what becomes of them. The only writer of `queue` and `attempt`, and of moving deliveries. */
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

  /** In how many ms a queue is to be looked at: 0 or less if one is now, or what it has only waits for its next poll. */
  async dueInMs(at: Date): Promise<number | undefined> {
    const [next] = await this.#db.query<{ ms: number | null }>(due, [at]);
    return next?.ms ?? undefined;
  }

  /**
   * Takes what may be attempted now, and notes the calls before they are made.
   * @param queue the one to look at; absent: the one that has been due for longest
   * @returns nothing when no queue is to be looked at
   */
  claim(most: number, at: Date, queue?: DeliveryQueue): Promise<ClaimedDelivery[] | undefined> {
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
      const room = stateOf(breaker, at) === 'half_open' ? undefined : most;
      const poll = { subscription, host, most: room, at };
      return queue ? this.#pollBriefly(poll, soon) : this.#pollThoroughly(poll, soon);
    });
  }

  /** The queue is looked at again soon, whatever there is: so nobody has to know of those who record meanwhile. */
  async #pollBriefly(poll: Poll, soon: Date): Promise<ClaimedDelivery[]> {
    const [{ claimed }] = await Promise.all([this.#claimDue(poll), this.#reschedule(poll.subscription, soon)]);
    // With no room left here, others may have some.
    if (claimed.length === poll.most) await this.#reschedule(poll.subscription, poll.at);
    return claimed;
  }

  /** The queue may rest for long, or until something is recorded: whoever does that meanwhile waits for the end of the poll. */
  async #pollThoroughly(poll: Poll, soon: Date): Promise<ClaimedDelivery[] | undefined> {
    const { subscription, most, at } = poll;
    const free = this.#db.query(lockIfNotRecording, [subscription.projectId, subscription.id]);
    // Chosen after that, though sent with it: then it is chosen from all that there is.
    const [{ length: isWhole }, { claimed, next }] = await Promise.all([free, this.#claimDue(poll)]);
    const again = claimed.length === most ? at : soon;
    await this.#reschedule(subscription, next !== null && next <= again ? again : isWhole ? next : at);
    // While somebody records, another look would find the same: he tells when he is done.
    return isWhole || claimed.length > 0 ? claimed : undefined;
  }

  /** @returns what was claimed, and when the first one is due after that, leases among them */
  async #claimDue({ subscription, host, most, at }: Poll): Promise<{ claimed: ClaimedDelivery[]; next: Date | null }> {
    const { projectId, id, target } = subscription;
    const holder = newId(at);
    const leaseUntil = new Date(at.getTime() + leaseMs);
    const attemptIds = Array.from({ length: Math.min(most ?? 1, maxPerSubscription) }, () => newId(at));
    const values = [projectId, id, host, at, leaseUntil, holder, target, attemptIds];
    const [, rows] = await Promise.all([
      this.#db.query(lockHost, [host]),
      most === undefined ? this.#db.query<ClaimRow>(claimOne, values) : this.#db.query<ClaimRow>(claim, values),
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

  /** Keeps what is sent in this attempt and all later ones. @returns false when the delivery is no longer held */
  async keepPayload({ delivery: { projectId, id }, holder }: ClaimedDelivery, payload: string): Promise<boolean> {
    return (await this.#db.query(keepPayload, [projectId, id, holder, payload])).length > 0;
  }

  /** Gives a delivery back as it was, to be claimed a little later: no call has been made. */
  async release(
    { delivery: { projectId, id }, subscription, holder, attemptId }: ClaimedDelivery,
    dueAt: Date,
  ): Promise<void> {
    await this.#db.query(release, [projectId, id, subscription.id, holder, attemptId, dueAt]);
  }

  /**
   * What came of a call, for the ledger, the schedule and the breaker.
   * @returns whether its queue has something that waits
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
    // Asked after that: whoever looked before has found the queue full.
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

function outcomeValues({ delivery, subscription, holder, attemptId }: ClaimedDelivery, outcome: Outcome): unknown[] {
  const { durationMs, status = null, headers, body } = outcome;
  const about = [delivery.projectId, delivery.id, subscription.id, holder, attemptId];
  return [...about, Math.round(durationMs), status, JSON.stringify(headers), body];
}

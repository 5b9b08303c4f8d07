import type { OutboundAnswer } from '@parley/outbound';
import { newId } from '@parley/service-kit/call';
import { Batcher } from '@parley/service-kit/concurrency';
import type { Database } from '@parley/service-kit/database';

import { foundOf, type SubscriptionRepository } from '../subscription/subscription.repository.ts';
import { disable, type Subscription } from '../subscription/subscription.ts';
import { afterFailure, type Breaker, closed, isHopeless, stateOf } from './breaker.ts';
import type { DeliveryRepository } from './delivery.repository.ts';
import type { Delivery } from './delivery.ts';
import {
  claim,
  claimOne,
  due,
  fail,
  giveBack,
  ifNobodyRecords,
  keepBreaker,
  keepPayload,
  lockHost,
  lockLane,
  mostPerSubscription,
  put,
  succeed,
  takeFirst,
  takeLane,
  waiting,
} from './lane.statements.ts';
import { busyMs, type Lane } from './lane.ts';
import { nextAttemptAt } from './schedule.ts';

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

/** At a lane that this process holds. */
interface Look {
  subscription: Subscription;
  host: string;
  /** To be taken; absent: one alone, to try. */
  most: number | undefined;
  at: Date;
}

/** Attempts: who makes which when, and what becomes of them. The only writer of `lane` and `attempt`, and of moving deliveries. */
export class LaneRepository {
  readonly #db: Database;
  readonly #subscriptions: SubscriptionRepository;
  readonly #deliveries: DeliveryRepository;
  readonly #successes: Batcher<Ended, boolean>;

  constructor(db: Database, subscriptions: SubscriptionRepository, deliveries: DeliveryRepository) {
    this.#db = db;
    this.#subscriptions = subscriptions;
    this.#deliveries = deliveries;
    this.#successes = new Batcher((calls) => this.#succeed(calls), mostTogether);
  }

  /** In how many ms a lane is to be looked at: 0 or less if one is now, or what it has only waits for its next look. */
  async dueInMs(at: Date): Promise<number | undefined> {
    const [next] = await this.#db.query<{ ms: number | null }>(due, [at]);
    return next?.ms ?? undefined;
  }

  /**
   * Takes what may be attempted now, and notes the calls before they are made.
   * @param lane the one to look at; absent: the one that has been due for longest
   * @returns nothing when no lane is to be looked at
   */
  claim(most: number, at: Date, lane?: Lane): Promise<Taken[] | undefined> {
    return this.#db.transaction(async () => {
      const soon = new Date(at.getTime() + busyMs);
      const [row] = await (lane
        ? this.#db.query<Row>(takeLane, [soon, lane.projectId, lane.subscriptionId])
        : this.#db.query<Row>(takeFirst, [at]));
      if (!row) return undefined;
      const { host, ...both } = row;
      const { subscription, breaker } = foundOf(both);
      const { projectId, id, status } = subscription;
      if (status === 'disabled') await this.#deliveries.skipPending(projectId, id);
      if (stateOf(breaker, at) === 'open') {
        await this.#put(subscription, breaker.openUntil);
        return [];
      }
      const room = stateOf(breaker, at) === 'half_open' ? undefined : most;
      const look = { subscription, host, most: room, at };
      return lane ? this.#lookBriefly(look, soon) : this.#lookThoroughly(look, soon);
    });
  }

  /** The lane is looked at again soon, whatever there is: so nobody has to know of those who record meanwhile. */
  async #lookBriefly(look: Look, soon: Date): Promise<Taken[]> {
    const [{ taken }] = await Promise.all([this.#choose(look), this.#put(look.subscription, soon)]);
    // With no room left here, others may have some.
    if (taken.length === look.most) await this.#put(look.subscription, look.at);
    return taken;
  }

  /** The lane may rest for long, or until something is recorded: whoever does that meanwhile waits for the end of the look. */
  async #lookThoroughly(look: Look, soon: Date): Promise<Taken[] | undefined> {
    const { subscription, most, at } = look;
    const free = this.#db.query(ifNobodyRecords, [subscription.projectId, subscription.id]);
    // Chosen after that, though sent with it: then it is chosen from all that there is.
    const [{ length: isWhole }, { taken, next }] = await Promise.all([free, this.#choose(look)]);
    const again = taken.length === most ? at : soon;
    await this.#put(subscription, next !== null && next <= again ? again : isWhole ? next : at);
    // While somebody records, another look would find the same: he tells when he is done.
    return isWhole || taken.length > 0 ? taken : undefined;
  }

  /** @returns what was taken, and when the first one is due after that, leases among them */
  async #choose({ subscription, host, most, at }: Look): Promise<{ taken: Taken[]; next: Date | null }> {
    const { projectId, id, target } = subscription;
    const holder = newId(at);
    const leaseUntil = new Date(at.getTime() + leaseMs);
    const attemptIds = Array.from({ length: Math.min(most ?? 1, mostPerSubscription) }, () => newId(at));
    const values = [projectId, id, host, at, leaseUntil, holder, target, attemptIds];
    const [, rows] = await Promise.all([
      this.#db.query(lockHost, [host]),
      most === undefined ? this.#db.query<ClaimRow>(claimOne, values) : this.#db.query<ClaimRow>(claim, values),
    ]);
    const taken = rows.flatMap((row) => {
      if (row.id === null) return [];
      const { attemptId, ...delivery } = row;
      return [{ delivery, subscription, holder, attemptId, leaseUntil }];
    });
    const others = rows[0]?.next ?? null;
    const isLeaseFirst = taken.length > 0 && (others === null || others > leaseUntil);
    return { taken, next: isLeaseFirst ? leaseUntil : others };
  }

  async #put({ projectId, id }: Subscription, dueAt: Date | null): Promise<void> {
    await this.#db.query(put, [projectId, id, dueAt]);
  }

  /** Keeps what is sent in this attempt and all later ones. @returns false when the delivery is no longer held */
  async keepPayload({ delivery: { projectId, id }, holder }: Taken, payload: string): Promise<boolean> {
    return (await this.#db.query(keepPayload, [projectId, id, holder, payload])).length > 0;
  }

  /** Gives a delivery back as it was, to be taken a little later: no call has been made. */
  async giveBack({ delivery: { projectId, id }, subscription, holder, attemptId }: Taken, dueAt: Date): Promise<void> {
    await this.#db.query(giveBack, [projectId, id, subscription.id, holder, attemptId, dueAt]);
  }

  /**
   * What came of a call, for the ledger, the schedule and the breaker.
   * @returns whether its lane has something that waits
   */
  async end(taken: Taken, outcome: Outcome, at: Date): Promise<boolean> {
    if (outcome.outcome === 'ok') return this.#successes.load({ taken, outcome, at });
    await this.#db.transaction(() => this.#fail(taken, outcome, at));
    return true;
  }

  async #succeed(calls: readonly Ended[]): Promise<boolean[]> {
    const rows = calls.map(({ taken, outcome, at }) => [...endValues(taken, outcome), at]);
    const columns = Array.from({ length: 10 }, (_, place) => rows.map((row) => row[place]));
    await this.#db.transaction(() => this.#db.query(succeed, columns));
    // Asked after that: whoever looked before has found the lane full.
    const soon = new Date(Math.max(...calls.map(({ at }) => at.getTime())) + busyMs);
    const places = [...new Map(calls.map(({ taken: { subscription } }) => [subscription.id, subscription])).values()];
    const lanes = [places.map(({ projectId }) => projectId), places.map(({ id }) => id)];
    const found = await this.#db.query<{ id: string }>(waiting, [...lanes, soon]);
    const ids = new Set(found.map(({ id }) => id));
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

import type { ServiceName } from '@parley/contracts';
import type { Logger } from 'pino';

import type { EventBus, Running } from '../bus/bus.ts';
import { type EventMetrics, noMetrics } from '../bus/event-metrics.ts';
import { pause, withTimeout } from '../concurrency/timing.ts';
import type { Database } from '../database/database.ts';
import type { LeasedWork, LeaseKeeper } from '../database/lease.ts';
import type { Publisher } from '../outbox/outbox-reader.ts';
import type { WalkedConsumer } from './event-consumer.ts';
import { asOf, saveCursors } from './event-cursors.ts';
import { OutboxWalk } from './outbox-walk.ts';

/** All in ms. */
export interface ReconcilerTimings {
  /** Between attempts while a publisher or the database is unreachable. */
  retryMs: number;
  /** How long the bus may take to deliver an event, while it is reachable. */
  graceMs: number;
  /** How old an `asOf` may be that is known: with the time of a look it stays below the 2 s of contract 40 section 1.6. */
  freshMs: number;
}

/** Source: contract 50 section 3.6. */
const reconcilerTimings: ReconcilerTimings = { retryMs: 1_000, graceMs: 5_000, freshMs: 1_500 };
/** How long a caller waits for a poll: a publisher that does not answer must not delay an answer. */
const lookMs = 500;

const togetherMs = 20;
/** Between two saves of cursors that stand still. */
const restSaveMs = 60_000;

/** An outbox and the consumers that subscribe to its events. */
export interface FollowedOutbox {
  name: ServiceName;
  publisher: Publisher;
  consumers: readonly WalkedConsumer[];
}

export interface ReconcilerOptions {
  outboxes: readonly FollowedOutbox[];
  db: Database;
  leases: LeaseKeeper;
  bus: EventBus;
  log: Logger;
  metrics?: EventMetrics;
  timings?: Partial<ReconcilerTimings>;
}

export interface Reconciler extends Running {
  /**
   * Every event that one of `publishers` has committed at or before this time has been handled by the consumer, or is one of its dead
   * letters. By the publishers' clocks; the same in all replicas. Source: contract 50 section 3.6.
   * @returns undefined while that is not known of each of them
   */
  asOf(consumer: string, publishers: readonly ServiceName[]): Promise<Date | undefined>;
}

/**
 * Makes sure that no event of a committed change is missing from a consumer, whatever becomes of the bus: one replica of a service
 * walks the outboxes its consumers listen to. Start it after the subscriptions. Source: contract 50 section 3.6.
 */
export function startReconciler(options: ReconcilerOptions): Reconciler {
  return new LeasedReconciler(options);
}

class LeasedReconciler implements Reconciler, LeasedWork {
  readonly name = 'reconciler';
  readonly #options: ReconcilerOptions;
  readonly #timings: ReconcilerTimings;
  #over = new AbortController();
  #walking: Promise<void> | undefined;
  #leaseEnd: NodeJS.Timeout | undefined;
  #isStopped = false;
  readonly #walks = new Set<OutboxWalk>();
  #saving: Promise<void> | undefined;
  /** The numbers of the cursors that were saved last, and when. */
  #saved = { seqs: '', at: Number.NEGATIVE_INFINITY };
  #looking: Promise<void> | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** Walks that fail, since when, and whether that was logged. */
  readonly #failing = new Map<string, { since: number; isLogged: boolean }>();

  constructor(options: ReconcilerOptions) {
    this.#options = options;
    this.#timings = { ...reconcilerTimings, ...options.timings };
    if (options.outboxes.length > 0) options.leases.add([this]);
  }

  hold(until: number): void {
    if (this.#isStopped) return;
    clearTimeout(this.#leaseEnd);
    this.#leaseEnd = setTimeout(() => this.lose(), Math.max(0, until - performance.now())).unref();
    this.#walking ??= this.#walk().finally(() => {
      this.#walking = undefined;
    });
  }

  lose(): void {
    this.#over.abort();
  }

  async asOf(consumer: string, publishers: readonly ServiceName[]): Promise<Date | undefined> {
    const { db } = this.#options;
    const known = await asOf(db, consumer, publishers);
    if (known !== undefined && Date.now() - known.getTime() <= this.#timings.freshMs) return known;
    await this.#look();
    return asOf(db, consumer, publishers);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#leaseEnd);
    this.lose();
    await this.#looking;
    await this.#walking;
    await this.#saving;
    await this.#options.leases.release([this]);
  }

  async #walk(): Promise<void> {
    this.#over = new AbortController();
    const { signal } = this.#over;
    await Promise.all(this.#options.outboxes.map((outbox) => this.#follow(outbox, signal)));
    await this.#save();
    this.#walks.clear();
  }

  /** Walks one outbox, independently of the others: an unreachable publisher stops no other walk. */
  async #follow(outbox: FollowedOutbox, over: AbortSignal): Promise<void> {
    const { db, bus, log, metrics } = this.#options;
    const graceMs = () => (bus.health().up ? this.#timings.graceMs : 0);
    const progressed = () => {
      this.#failing.delete(outbox.name);
      this.#saveSoon();
    };
    let walk: OutboxWalk | undefined;
    // Services that start together find one another a moment later.
    await pause(this.#timings.retryMs, over);
    while (!over.aborted) {
      await this.#attempt(outbox.name, async () => {
        walk ??= await OutboxWalk.begin({ ...outbox, db, log, metrics: metrics ?? noMetrics });
        this.#walks.add(walk);
        await walk.run({ over, graceMs, progressed });
      });
      this.#saveSoon();
      await pause(this.#timings.retryMs, over);
    }
    await walk?.settle();
  }

  /**
   * Looks at all outboxes once: the walk rests while nothing happens, and another replica may do it. Not again within `retryMs`, for
   * consumers that are behind, and publishers that are unreachable, which the walk reports.
   */
  #look(): Promise<void> {
    if (this.#isStopped || performance.now() < this.#lookedAt + this.#timings.retryMs) return Promise.resolve();
    this.#looking ??= withTimeout(this.#lookAtAll(), lookMs, 'a look at the outboxes takes too long')
      .catch(() => undefined)
      .finally(() => {
        this.#lookedAt = performance.now();
        this.#looking = undefined;
      });
    return this.#looking;
  }

  async #lookAtAll(): Promise<void> {
    const { outboxes, db, log, metrics = noMetrics } = this.#options;
    const over = AbortSignal.timeout(lookMs);
    const looks = outboxes.map(async (outbox) => {
      const walk = await OutboxWalk.begin({ ...outbox, db, log, metrics });
      await walk.look(over);
      return walk.cursors();
    });
    const cursors = await Promise.all(looks.map((look) => look.catch(() => [])));
    await saveCursors(db, cursors.flat());
  }

  /** All that progress at about the same time are saved together. */
  #saveSoon(): void {
    this.#saving ??= pause(togetherMs).then(() => {
      this.#saving = undefined;
      return this.#save();
    });
  }

  async #save(): Promise<void> {
    const { db, metrics = noMetrics } = this.#options;
    const cursors = [...this.#walks].flatMap((walk) => walk.cursors());
    if (cursors.length === 0) return;
    const seqs = JSON.stringify(cursors.map((cursor) => cursor.seqs));
    const isDue = seqs !== this.#saved.seqs || performance.now() > this.#saved.at + restSaveMs;
    if (isDue) {
      await this.#attempt('cursors', async () => {
        await saveCursors(db, cursors);
        this.#saved = { seqs, at: performance.now() };
      });
    }
    for (const { consumer, publisher, asOf } of cursors) {
      if (asOf !== undefined) metrics.asOf(consumer, publisher, asOf.getTime());
    }
  }

  /** Logs an outage once, and only when it outlasts a restart. */
  async #attempt<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await work();
      this.#failing.delete(what);
      return result;
    } catch (error) {
      const failure = this.#failing.get(what) ?? { since: performance.now(), isLogged: false };
      this.#failing.set(what, failure);
      if (failure.isLogged || performance.now() - failure.since < this.#timings.graceMs) return undefined;
      failure.isLogged = true;
      this.#options.log.warn({ err: error, what }, 'an outbox cannot be read; trying again');
      return undefined;
    }
  }
}

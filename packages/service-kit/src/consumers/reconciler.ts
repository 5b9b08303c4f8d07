import type { ServiceName } from '@parley/contracts';
import type { Logger } from 'pino';

import type { EventBus, Running } from '../bus/bus.ts';
import { type EventMetrics, noMetrics } from '../bus/event-metrics.ts';
import { pause } from '../concurrency/timing.ts';
import type { Database } from '../database/database.ts';
import type { LeasedWork, LeaseKeeper } from '../database/lease.ts';
import type { Publisher } from '../outbox/outbox-reader.ts';
import type { WalkedConsumer } from './event-consumer.ts';
import { saveCursors } from './event-cursors.ts';
import { OutboxWalk } from './outbox-walk.ts';

/** All in ms. */
export interface ReconcilerTimings {
  /** Between attempts while a publisher or the database is unreachable. */
  retryMs: number;
  /** How long the bus may take to deliver an event, while it is reachable. */
  graceMs: number;
}

/** Source: contract 50 section 3.6. */
const reconcilerTimings: ReconcilerTimings = { retryMs: 1_000, graceMs: 5_000 };

const togetherMs = 20;
/** Between two saves of cursors that stand still. */
const restSaveMs = 60_000;

/** An outbox and the consumers that subscribe to its events. */
export interface FollowedOutbox {
  name: ServiceName;
  publisher: Publisher;
  consumers: readonly WalkedConsumer[];
  /** See `OutboxWalkOptions`. */
  restMs?: number | undefined;
}

export interface ReconcilerOptions {
  outboxes: readonly FollowedOutbox[];
  db: Database;
  leases: LeaseKeeper;
  bus: EventBus;
  log: Logger;
  metrics?: EventMetrics;
  /** The stored `asOf` is read: it moves while nothing happens. */
  statesAsOf?: boolean | undefined;
  timings?: Partial<ReconcilerTimings>;
}

/**
 * Makes sure that no event of a committed change is missing from a consumer, whatever becomes of the bus: one replica of a service
 * walks the outboxes its consumers listen to. Start it after the subscriptions. Source: contract 50 section 3.6.
 */
export function startReconciler(options: ReconcilerOptions): Running {
  return new Reconciler(options);
}

class Reconciler implements Running, LeasedWork {
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
    this.#leaseEnd = setTimeout(() => this.lose(), until - performance.now()).unref();
    this.#walking ??= this.#walk().finally(() => {
      this.#walking = undefined;
    });
  }

  lose(): void {
    this.#over.abort();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#leaseEnd);
    this.lose();
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

  /** All that progress at about the same time are saved together. */
  #saveSoon(): void {
    this.#saving ??= pause(togetherMs).then(() => {
      this.#saving = undefined;
      return this.#save();
    });
  }

  async #save(): Promise<void> {
    const { db, statesAsOf, metrics = noMetrics } = this.#options;
    const cursors = [...this.#walks].flatMap((walk) => walk.cursors());
    if (cursors.length === 0) return;
    const seqs = JSON.stringify(cursors.map((cursor) => cursor.seqs));
    const isDue = statesAsOf || seqs !== this.#saved.seqs || performance.now() > this.#saved.at + restSaveMs;
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

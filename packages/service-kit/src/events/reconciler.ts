import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

import type { ServiceName } from '@parley/contracts';
import type { Logger } from 'pino';

import type { Database } from '../database/database.ts';
import { underLease } from '../database/lease.ts';
import { newId } from '../ids.ts';
import type { EventBus, Running } from './bus.ts';
import type { WalkedConsumer } from './event-consumer.ts';
import { type EventMetrics, noMetrics } from './event-metrics.ts';
import type { Publisher } from './outbox-reader.ts';
import { OutboxWalk } from './outbox-walk.ts';

/** All in ms. */
export interface ReconcilerTimings {
  /** Between two looks at an outbox. */
  roundMs: number;
  /** What the bus has to bring an event, while it is there. */
  graceMs: number;
  leaseMs: number;
  renewMs: number;
}

/** Source: contract 50 section 3.6. */
const reconcilerTimings: ReconcilerTimings = { roundMs: 1_000, graceMs: 5_000, leaseMs: 15_000, renewMs: 5_000 };

/** An outbox and those who listen to it. */
export interface Following {
  name: ServiceName;
  publisher: Publisher;
  consumers: readonly WalkedConsumer[];
}

export interface ReconcilerOptions {
  followings: readonly Following[];
  db: Database;
  bus: EventBus;
  log: Logger;
  metrics?: EventMetrics;
  timings?: Partial<ReconcilerTimings>;
}

/**
 * Makes sure that no event of a committed change is missing from a consumer, whatever becomes of the bus: one replica of a service
 * walks the outboxes its consumers listen to. Start it after the subscriptions. Source: contract 50 section 3.6.
 */
export function startReconciler(options: ReconcilerOptions): Running {
  return new Reconciler(options);
}

class Reconciler implements Running {
  private readonly options: ReconcilerOptions;
  private readonly timings: ReconcilerTimings;
  private readonly stopped = new AbortController();
  private readonly ended: Promise<void>;
  /** What has been complained of, and not come right since. */
  private readonly complaints = new Set<string>();

  constructor(options: ReconcilerOptions) {
    this.options = options;
    this.timings = { ...reconcilerTimings, ...options.timings };
    this.ended = options.followings.length === 0 ? Promise.resolve() : this.run();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.ended;
  }

  private async run(): Promise<void> {
    const { db, followings } = this.options;
    const lease = { ...this.timings, name: 'reconciler', holder: `${hostname()}/${process.pid}/${newId()}` };
    while (!this.stopped.signal.aborted) {
      await this.attempt('lease', () =>
        underLease(db, lease, async (_lease, lost) => {
          const over = AbortSignal.any([lost, this.stopped.signal]);
          await Promise.all(followings.map((following) => this.walk(following, over)));
        }),
      );
      await pause(this.timings.renewMs, this.stopped.signal);
    }
  }

  /** A publisher that is away stops nothing else: each is walked by itself. */
  private async walk(following: Following, over: AbortSignal): Promise<void> {
    const { db, bus, log, metrics = noMetrics } = this.options;
    let walk: OutboxWalk | undefined;
    while (!over.aborted) {
      const isMore = await this.attempt(following.name, async () => {
        walk ??= await OutboxWalk.begin({ ...following, db, log, metrics });
        return walk.round(bus.health().up ? this.timings.graceMs : 0);
      });
      await this.attempt('cursors', async () => walk?.save());
      if (!isMore) await pause(this.timings.roundMs, over);
    }
    await walk?.settle();
  }

  /** Complains once per outage. */
  private async attempt<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await work();
      this.complaints.delete(what);
      return result;
    } catch (error) {
      if (!this.complaints.has(what))
        this.options.log.warn({ err: error, what }, 'outboxes cannot be walked for the moment');
      this.complaints.add(what);
      return undefined;
    }
  }
}

/** Keeps no process alive. */
async function pause(ms: number, over: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal: over, ref: false }).catch(() => undefined);
}

import type { Logger } from 'pino';

import type { EventBus } from '../bus/bus.ts';
import { type EventMetrics, noMetrics } from '../bus/event-metrics.ts';
import { Signal } from '../concurrency/signal.ts';
import { jittered, pause } from '../concurrency/timing.ts';
import type { Database } from '../database/database.ts';
import type { LeaseKeeper } from '../database/lease.ts';
import { shardCount } from './envelope.ts';
import { maintainEventTables } from './housekeeping.ts';
import { committedEvents } from './outbox.ts';
import { notifyOthers, RelayListener } from './relay-listener.ts';
import { anyUnpublished, fetchUnpublished, markPublished, type UnpublishedRow } from './relay-rows.ts';
import { RelayShards } from './relay-shards.ts';

/** All in ms. */
export interface RelayTimings {
  /** Longest delay of an event whose notification was lost, for example because its writer died after the commit. */
  pollMs: number;
  /** Between the starts of two passes, so that what is written meanwhile shares the next one. */
  paceMs: number;
  /** How long a shard rests whose batch the bus has not taken. */
  restMs: number;
  /** How long `stop` keeps publishing. */
  drainMs: number;
  housekeepingMs: number;
}

/** Source: contract 50 section 3.2. */
const relayTimings: RelayTimings = {
  pollMs: 5_000,
  paceMs: 10,
  restMs: 500,
  drainMs: 3_000,
  housekeepingMs: 3_600_000,
};

export interface RelayOptions {
  db: Database;
  bus: EventBus;
  log: Logger;
  leases: LeaseKeeper;
  /** Of the database, to LISTEN for other replicas' events; without it they are found by the poll. */
  url?: string;
  metrics?: EventMetrics;
  timings?: Partial<RelayTimings>;
}

/** Batch size in rows; smaller when rows are large. Also limits unacknowledged rows on a bus without storage. */
const batchRows = 512;
const batchBytes = 8_000_000;
const maxUnderWay = 2_048;
const maxMarked = 1_024;
/**
 * How many times longer a relay that has every shard waits between two polls: it needs no notifications, and a new replica
 * polls the shards that it takes over.
 */
const aloneFactor = 3;
/** How long a row stays unmarked that the bus has taken, in ms. */
const markWithinMs = 100;

/**
 * Publishes what the outbox holds. Every replica of a service runs one; each shard has one of them at a time.
 * Start it after the service's own subscriptions. Source: contract 50 section 3.2.
 */
export class Relay {
  readonly #options: RelayOptions;
  readonly #timings: RelayTimings;
  readonly #metrics: EventMetrics;
  readonly #shards: RelayShards;
  readonly #listener: RelayListener | undefined;
  readonly #work = new Signal();
  readonly #ended: Promise<void>;
  readonly #unsubscribe: () => void;

  /** `seq` of rows that the bus has and does not answer for yet. */
  readonly #underWay = new Set<number>();
  #acknowledged: UnpublishedRow[] = [];
  #nextRows = batchRows;
  #marking: NodeJS.Timeout | undefined;
  readonly #restingUntil = new Map<number, number>();
  /** By shard whose batch the bus has not acknowledged: when its oldest event was written. */
  readonly #waitingSince = new Map<number, number>();
  #notify = false;
  #failing = false;
  #stopping = false;
  #publishing = true;
  #passes: (() => void)[] = [];
  #nextHousekeeping = 0;
  #housekeeping: Promise<void> = Promise.resolve();
  #listening: Promise<void> | undefined;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#timings = { ...relayTimings, ...options.timings };
    this.#metrics = options.metrics ?? noMetrics;
    const { url, log } = options;
    this.#listener =
      url === undefined ? undefined : new RelayListener({ url, log, onNotification: () => this.#work.call() });
    this.#unsubscribe = committedEvents.listen(options.db, (shards) => this.#onCommitted(shards));
    this.#shards = new RelayShards({
      leases: options.leases,
      onGained: () => this.#work.call(),
      onLost: () => this.#nextPass(),
    });
    this.#ended = this.#publishLoop();
  }

  /** Shards that this replica publishes. */
  shards(): number[] {
    return this.#shards.held();
  }

  /** Resolves when every event of the database, from any replica, has been handed to the bus. */
  async idle(): Promise<void> {
    while (!this.#stopping && (await anyUnpublished(this.#options.db, [...this.#underWay]))) await this.#nextPass();
  }

  /** Resolves when what the bus has answered for is marked as published. */
  async marked(): Promise<void> {
    while (!this.#stopping && this.#acknowledged.length > 0) await this.#nextPass();
  }

  /** Publishes what is left, as far as the bus takes it, then lets others have the shards. */
  async stop(): Promise<void> {
    this.#unsubscribe();
    const deadline = performance.now() + this.#timings.drainMs;
    while (performance.now() < deadline && !this.#failing && (await this.#pending())) await this.#nextPass();
    this.#stopping = true;
    this.#work.call();
    await this.#ended;
    await this.#housekeeping;
    await this.#listening;
    await this.#listener?.close();
    await this.#shards.release();
  }

  async #pending(): Promise<boolean> {
    const shards = this.shards();
    if (shards.length === 0) return false;
    const asked = { shards, except: [...this.#underWay], limit: 1 };
    const rows = await fetchUnpublished(this.#options.db, asked).catch(() => []);
    return rows.length > 0;
  }

  #onCommitted(shards: ReadonlySet<number>): void {
    const held = new Set(this.shards());
    if ([...shards].some((shard) => !held.has(shard))) this.#notify = true;
    this.#work.call();
  }

  /** Resolves after a whole pass of the loop that starts from now on, or when the loop has ended. */
  #nextPass(): Promise<void> {
    if (!this.#publishing) return Promise.resolve();
    return new Promise((resolve) => {
      this.#passes.push(resolve);
      this.#work.call();
    });
  }

  async #publishLoop(): Promise<void> {
    while (!this.#stopping) {
      const passes = this.#passes.splice(0);
      const began = performance.now();
      this.#listen();
      this.#maintainEventTables();
      const more = await this.#publishSome().catch((error) => {
        this.#warnOnce(error, 'the relay could not read or mark events');
        return undefined;
      });
      for (const done of passes) done();
      if (more) continue;
      await this.#work.wait(this.#waitMs(more === undefined));
      await this.#pace(began);
    }
    this.#publishing = false;
    clearTimeout(this.#marking);
    for (const done of this.#passes.splice(0)) done();
    await this.#markAcknowledged().catch((error) => this.#warnOnce(error, 'events are published, but not marked'));
  }

  #waitMs(hasFailed: boolean): number {
    const now = performance.now();
    const isRefused = [...this.#restingUntil.values()].some((until) => until > now);
    if (hasFailed || isRefused) return this.#timings.restMs;
    const isAlone = this.shards().length === shardCount;
    return jittered(this.#timings.pollMs * (isAlone ? aloneFactor : 1));
  }

  async #pace(began: number): Promise<void> {
    const leftMs = this.#timings.paceMs - (performance.now() - began);
    if (leftMs > 0 && this.#passes.length === 0) await pause(leftMs);
  }

  /** @returns whether there may be more at once */
  async #publishSome(): Promise<boolean> {
    this.#notifyReplicas();
    const now = performance.now();
    const shards = this.shards().filter((shard) => (this.#restingUntil.get(shard) ?? 0) <= now);
    const unanswered = this.#underWay.size - this.#acknowledged.length;
    if (shards.length === 0 || unanswered >= maxUnderWay) {
      this.#reportOldest();
      await this.#markAcknowledged();
      return false;
    }

    const limit = this.#nextRows;
    const rows = await this.#markAndFetch(shards, limit);
    // One batch per shard, and no second one before the first is acknowledged: so the order within a partition key holds.
    const batches = Map.groupBy(rows, (row) => row.shard);
    for (const shard of shards) this.#noteOldest(shard, batches.get(shard)?.[0]);
    this.#reportOldest();
    if (rows.length === 0) return false;

    const taken = await Promise.all([...batches].map(([shard, batch]) => this.#publishBatch(shard, batch)));
    return rows.length === limit && taken.includes(true);
  }

  #noteOldest(shard: number, oldest: UnpublishedRow | undefined): void {
    if (oldest) this.#waitingSince.set(shard, performance.now() - oldest.ageSeconds * 1_000);
    else this.#waitingSince.delete(shard);
  }

  /** Also of shards that rest; what waits in shards that were lost is reported by the replica that has them now. */
  #reportOldest(): void {
    const held = this.shards();
    for (const shard of this.#waitingSince.keys()) if (!held.includes(shard)) this.#waitingSince.delete(shard);
    const now = performance.now();
    this.#metrics.oldestSeconds((now - Math.min(now, ...this.#waitingSince.values())) / 1_000);
  }

  /** One statement: what the bus has taken since the last pass is marked, and what comes next is read. */
  async #markAndFetch(shards: readonly number[], limit: number): Promise<UnpublishedRow[]> {
    const marked = this.#acknowledged.slice(0, maxMarked);
    const rows = await fetchUnpublished(this.#options.db, { shards, except: [...this.#underWay], limit }, marked);
    this.#forgetAcknowledged(marked);
    const bytes = rows.reduce((sum, { event }) => sum + event.length, 0);
    // Texts are 1 kB each as a rule, and half a megabyte at most.
    this.#nextRows = bytes > batchBytes ? Math.max(1, Math.floor(rows.length / 2)) : batchRows;
    return rows;
  }

  async #publishBatch(shard: number, rows: readonly UnpublishedRow[]): Promise<boolean> {
    // The leases may have run out while the rows were read.
    if (!this.shards().includes(shard)) return false;

    const byId = new Map(rows.map((row) => [row.id, row] as const));
    for (const row of rows) this.#underWay.add(row.seq);
    try {
      await this.#options.bus.publish(
        rows.map((row) => ({ id: row.id, projectId: row.id_project, type: row.type, text: row.event })),
        (ids) => this.#acknowledge(ids.flatMap((id) => byId.get(id) ?? [])),
      );
      this.#failing = false;
      this.#waitingSince.delete(shard);
      return true;
    } catch (error) {
      for (const row of rows) this.#underWay.delete(row.seq);
      this.#restingUntil.set(shard, performance.now() + this.#timings.restMs);
      this.#warnOnce(error, 'the bus accepts no events; they wait in the outbox');
      return false;
    }
  }

  #acknowledge(rows: UnpublishedRow[]): void {
    this.#acknowledged.push(...rows);
    this.#metrics.published(rows.length);
    // As a rule the next pass marks them in passing. A bus that was full has room for a batch.
    if (this.#acknowledged.length >= batchRows) this.#work.call();
    this.#marking ??= setTimeout(() => {
      this.#marking = undefined;
      if (this.#acknowledged.length > 0) this.#work.call();
    }, markWithinMs);
  }

  async #markAcknowledged(): Promise<void> {
    while (this.#acknowledged.length > 0) {
      const rows = this.#acknowledged.slice(0, maxMarked);
      await markPublished(this.#options.db, rows);
      this.#forgetAcknowledged(rows);
    }
  }

  #forgetAcknowledged(rows: readonly UnpublishedRow[]): void {
    this.#acknowledged.splice(0, rows.length);
    for (const row of rows) this.#underWay.delete(row.seq);
  }

  #notifyReplicas(): void {
    if (!this.#notify) return;
    this.#notify = false;
    this.#options.db.query(notifyOthers).catch(() => undefined);
  }

  /** A replica that holds every shard, or none, needs no notifications. */
  #listen(): void {
    const count = this.shards().length;
    const listener = this.#listener;
    const isNeeded = count > 0 && count < shardCount;
    this.#listening ??= (isNeeded ? listener?.open() : listener?.close())?.finally(() => {
      this.#listening = undefined;
    });
  }

  /**
   * The holder of shard 0 does the housekeeping for all replicas: no further lease is needed. Concurrent with publishing, which must
   * not wait for it.
   */
  #maintainEventTables(): void {
    if (!this.shards().includes(0) || performance.now() < this.#nextHousekeeping) return;
    this.#nextHousekeeping = performance.now() + this.#timings.housekeepingMs;
    this.#housekeeping = maintainEventTables(this.#options.db, this.#options.log).catch((error) =>
      this.#warnOnce(error, 'the housekeeping of events failed'),
    );
  }

  /** Once per outage. */
  #warnOnce(error: unknown, what: string): void {
    if (!this.#failing) this.#options.log.warn({ err: error }, what);
    this.#failing = true;
  }
}

/** Starts to publish; see `Relay`. */
export function startRelay(options: RelayOptions): Relay {
  return new Relay(options);
}

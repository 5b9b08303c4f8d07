import type { EventKey } from '@parley/proto-gen/events/v1/events';

import type { Database } from '../database/database.ts';
import { shardCount } from '../outbox/envelope.ts';
import type { WalkedConsumer } from './event-consumer.ts';
import type { EventCursor } from './event-cursors.ts';
import { inboxOf } from './inbox.ts';

interface MissingEvent extends EventKey {
  /** When it was first missed, by `performance.now()`. */
  since: number;
}

/** Rows of a shard that are read at once. */
export const rowsOfShard = 100;
/** Missing events looked for in the inbox at once: all of a page. */
const reviewedAtOnce = shardCount * rowsOfShard;

/** The events of one outbox that were read but that one consumer has not passed yet, and the cursor that follows from them. */
export class ConsumerBacklog {
  readonly consumer: WalkedConsumer;
  readonly #db: Database;
  readonly #begun: EventCursor;
  #asOfMs: number | undefined;
  /** By id, in the order they were seen. */
  readonly #missing = new Map<string, MissingEvent>();

  constructor(db: Database, consumer: WalkedConsumer, begun: EventCursor) {
    this.#db = db;
    this.consumer = consumer;
    this.#begun = begun;
    this.#asOfMs = begun.asOf?.getTime();
  }

  get missingCount(): number {
    return this.#missing.size;
  }

  /** Adds those of `events` that the consumer subscribes to and has not passed, as far as this process knows: `review` asks the inbox. */
  see(events: readonly EventKey[]): void {
    const since = performance.now();
    for (const event of events) {
      const { type, shard, seq, id } = event;
      const isOwn = this.consumer.types.has(type) && seq > (this.#begun.seqs[shard] ?? 0);
      if (isOwn && !this.consumer.hasPassed(id)) this.#missing.set(id, { ...event, since });
    }
  }

  /** Removes what has been passed meanwhile, here or by another replica. */
  async review(): Promise<void> {
    for (const id of this.#missing.keys()) if (this.consumer.hasPassed(id)) this.#missing.delete(id);
    const now = performance.now();
    const open = [...this.#missing.values()].filter(({ id }) => this.consumer.heldUntil(id) <= now);
    for (const id of await inboxOf(this.#db, this.consumer.name, open.slice(0, reviewedAtOnce))) this.strike(id);
  }

  strike(id: string): void {
    this.#missing.delete(id);
  }

  /** Events that the bus has not delivered, or not redelivered, within `graceMs`: the walk handles them. */
  due(graceMs: number): MissingEvent[] {
    const before = performance.now() - graceMs;
    const dueUpToMs = this.#dueUpToMs(graceMs);
    return [...this.#missing.values()].filter(
      ({ id, since, createdAtMs }) =>
        createdAtMs <= dueUpToMs && Math.max(since, this.consumer.heldUntil(id)) <= before,
    );
  }

  /**
   * A bus that delivers, but is behind, has not reached what is newer than its high-water mark: handling that here would
   * do the work twice.
   */
  #dueUpToMs(graceMs: number): number {
    const deliveredUpToMs = this.consumer.deliveredUpTo(`/parley/${this.#begun.publisher}`, graceMs);
    return deliveredUpToMs === undefined || graceMs === 0 ? Number.POSITIVE_INFINITY : deliveredUpToMs - graceMs;
  }

  /**
   * @param seen by shard, up to where rows were seen
   * @param seenMs everything committed at or before it was seen
   */
  cursor(seen: readonly number[], seenMs: number | undefined): EventCursor {
    const { consumer, publisher } = this.#begun;
    const seqs = [...seen];
    let wholeMs = seenMs ?? 0;
    for (const { shard, seq, createdAtMs } of this.#missing.values()) {
      seqs[shard] = Math.min(seqs[shard] ?? 0, seq - 1);
      // It was committed after its transaction began.
      wholeMs = Math.min(wholeMs, createdAtMs - 1);
    }
    for (const [shard, seq] of this.#begun.seqs.entries()) seqs[shard] = Math.max(seqs[shard] ?? 0, seq);
    if (seenMs !== undefined) this.#asOfMs = Math.max(this.#asOfMs ?? 0, wholeMs);
    return { consumer, publisher, seqs, asOf: this.#asOfMs === undefined ? undefined : new Date(this.#asOfMs) };
  }
}

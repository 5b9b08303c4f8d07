import type { ServiceName } from '@parley/contracts';
import type { ListEventsResponse } from '@parley/proto-gen/events/v1/events';
import type { Logger } from 'pino';

import type { EventMetrics } from '../bus/event-metrics.ts';
import { pause } from '../concurrency/timing.ts';
import type { Database } from '../database/database.ts';
import { shardCount } from '../outbox/envelope.ts';
import type { Publisher } from '../outbox/outbox-reader.ts';
import { ConsumerBacklog, rowsOfShard } from './consumer-backlog.ts';
import type { WalkedConsumer } from './event-consumer.ts';
import { type EventCursor, readCursors } from './event-cursors.ts';

export interface OutboxWalkOptions {
  name: ServiceName;
  publisher: Publisher;
  /** Those that listen to it. */
  consumers: readonly WalkedConsumer[];
  db: Database;
  log: Logger;
  metrics: EventMetrics;
}

export interface WalkRun {
  over: AbortSignal;
  graceMs(): number;
  progressed(): void;
}

/** While a consumer misses so many events it looks for no more. */
const maxMissing = 10_000;
const handledAtOnce = 256;
/** A handler that takes longer does not keep the others waiting. */
const patienceMs = 1_000;

/**
 * The consumers' way through the outbox of one publisher. It looks at what lies above their cursors, passes what they have handled,
 * and handles what the bus has not brought. An event that cannot be handled holds the cursor of its shard, but nothing behind it.
 * Source: contract 50 section 3.6.
 */
export class OutboxWalk {
  readonly #options: OutboxWalkOptions;
  readonly #backlogs: readonly ConsumerBacklog[];
  readonly #types: string[];
  /** By shard, up to where rows were seen. */
  readonly #seen: number[];
  #seenMs: number | undefined;
  readonly #running = new Set<Promise<void>>();

  private constructor(options: OutboxWalkOptions, backlogs: readonly ConsumerBacklog[], seen: number[]) {
    this.#options = options;
    this.#backlogs = backlogs;
    this.#types = [...new Set(options.consumers.flatMap(({ types }) => [...types]))];
    this.#seen = seen;
  }

  /** Begins where the cursors stand. */
  static async begin(options: OutboxWalkOptions): Promise<OutboxWalk> {
    const { db, name, consumers } = options;
    const cursors = await readCursors(
      db,
      name,
      consumers.map((consumer) => consumer.name),
    );
    const backlogs = consumers.flatMap((consumer, index) => {
      const cursor = cursors[index];
      return cursor === undefined ? [] : [new ConsumerBacklog(db, consumer, cursor)];
    });
    const seen = Array.from({ length: shardCount }, (_, shard) =>
      Math.min(...cursors.map(({ seqs }) => seqs[shard] ?? 0)),
    );
    return new OutboxWalk(options, backlogs, seen);
  }

  /**
   * Goes on until it is over.
   * @param graceMs how long the bus may take to bring what is there
   * @param progressed called when the cursors may have moved
   * @throws when the publisher or the database is unreachable; it can be called again
   */
  async run({ over, graceMs, progressed }: WalkRun): Promise<void> {
    for await (const page of this.#pages(over)) {
      this.#see(page);
      do {
        await this.#review();
        progressed();
      } while (!over.aborted && ((await this.#handleDue(graceMs())) || this.#isOverwhelmed()));
      if (over.aborted) return;
    }
  }

  /** One page of what lies above the cursors; what is missing is left to a walk that runs. @throws as `run` does */
  async look(over: AbortSignal): Promise<void> {
    for await (const page of this.#pages(over)) {
      this.#see(page);
      await this.#review();
      return;
    }
  }

  cursors(): EventCursor[] {
    return this.#backlogs.map((backlog) => backlog.cursor(this.#seen, this.#seenMs));
  }

  /** Resolves when the handlers it has started have ended. */
  async settle(): Promise<void> {
    await Promise.all(this.#running);
  }

  #pages(over: AbortSignal): AsyncIterable<ListEventsResponse> {
    const afterSeq = Object.fromEntries(this.#seen.entries());
    return this.#options.publisher.listEvents({ afterSeq, limit: rowsOfShard, types: this.#types }, over);
  }

  async #review(): Promise<void> {
    for (const backlog of this.#backlogs) await backlog.review();
  }

  #see({ events, horizons }: ListEventsResponse): void {
    for (const backlog of this.#backlogs) backlog.see(events);
    for (const { shard, seq } of horizons) this.#seen[shard] = Math.max(seq, this.#seen[shard] ?? 0);
    const times = horizons.flatMap(({ timeMs }) => timeMs ?? []);
    if (times.length === shardCount) this.#seenMs = Math.min(...times);
  }

  #isOverwhelmed(): boolean {
    return this.#backlogs.some((backlog) => backlog.missingCount >= maxMissing);
  }

  /** @returns whether there is more to handle at once */
  async #handleDue(graceMs: number): Promise<boolean> {
    const due = this.#backlogs.flatMap((backlog) => backlog.due(graceMs).map((event) => ({ backlog, event })));
    const room = handledAtOnce - this.#running.size;
    if (due.length === 0 || room <= 0) {
      if (this.#isOverwhelmed()) await pause(patienceMs);
      return false;
    }

    const byEvent = Map.groupBy(
      due.sort((a, b) => a.event.seq - b.event.seq),
      ({ event }) => event.id,
    );
    const taken = [...byEvent].slice(0, room);
    const left = new Map(taken);
    const names = taken.flatMap(([id, [first]]) => (first ? [{ idProject: first.event.idProject, id }] : []));
    for await (const { eventJson } of this.#options.publisher.getEvents({ events: names })) {
      const event = JSON.parse(eventJson);
      for (const { backlog } of left.get(event.id) ?? []) this.#start(backlog, event, eventJson);
      left.delete(event.id);
    }
    this.#giveUp(left);
    await Promise.race([this.settle(), pause(patienceMs)]);
    return byEvent.size > taken.length;
  }

  #start(backlog: ConsumerBacklog, event: Parameters<WalkedConsumer['handleFromOutbox']>[0], text: string): void {
    const { consumer } = backlog;
    // One that fails is held by the consumer until it is to be tried again.
    const work = consumer.handleFromOutbox(event, text).then(
      () => {
        backlog.strike(event.id);
        this.#options.metrics.reconciled(consumer.name);
      },
      () => undefined,
    );
    this.#running.add(work);
    void work.then(() => this.#running.delete(work));
  }

  /** Rows that are no longer there, two weeks after they were published: they cannot be handled any more. */
  #giveUp(gone: ReadonlyMap<string, { backlog: ConsumerBacklog }[]>): void {
    for (const [eventId, missed] of gone) {
      for (const { backlog } of missed) backlog.strike(eventId);
      this.#options.log.error({ eventId, publisher: this.#options.name }, 'an event was deleted before it was handled');
    }
  }
}

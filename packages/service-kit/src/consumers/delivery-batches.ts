import { AppError, type EventEnvelope } from '@parley/contracts';
import type { Logger } from 'pino';

import type { Delivery } from '../bus/bus.ts';
import type { EventMetrics } from '../bus/event-metrics.ts';
import { FairQueue } from '../concurrency/fair-queue.ts';
import { shuffled } from '../concurrency/shuffled.ts';
import type { Database } from '../database/database.ts';
import { logHandled, outcomeOf } from '../observability/log.ts';
import { traceIdOf } from '../observability/tracing.ts';
import { moveToDeadLetters } from './dead-letters.ts';
import { asEffectOf, handleOnce } from './inbox.ts';
import { EventSchemaMismatch, type Prepared, type Subscription } from './subscription.ts';

/** What the handlers of a service need. */
export interface HandlerRuntime<Context> {
  context: Context;
  db: Database;
  log: Logger;
  metrics: EventMetrics;
  /** Handlers at once of a consumer that handles each event by itself. */
  concurrency: number;
}

/** Source: contract 50 section 3.5. */
const handlersPerProject = 8;
/** Events of one transaction, and how long it waits for others unless its subscriptions say otherwise, in ms. */
const batchSize = 512;
const defaultLingerMs = 2;
/** Events taken from the bus: a batch that is handled and one that gathers, so that one project's burst does not hide the others. */
export const prefetch = 2 * batchSize;

/** A prepared delivery that waits for its batch. */
interface PendingDelivery<Context> {
  delivery: Delivery;
  prepared: readonly Prepared<Context>[];
  done(): void;
  failed(error: unknown): void;
}

/** Runs the handlers of one consumer, in transactions of many events or of one. Source: contract 50 sections 3.3 to 3.5. */
export class DeliveryBatches<Context> {
  readonly #name: string;
  readonly #options: HandlerRuntime<Context>;
  readonly #types: readonly string[];
  readonly #queue: FairQueue<PendingDelivery<Context>>;
  readonly #onBegun: (delivery: Delivery) => void;

  /** @param onBegun called when the batch of a delivery begins */
  constructor(
    name: string,
    subscriptions: readonly Subscription<Context>[],
    options: HandlerRuntime<Context>,
    onBegun: (delivery: Delivery) => void,
  ) {
    this.#name = name;
    this.#options = options;
    this.#types = [...new Set(subscriptions.map(({ type }) => type))];
    this.#onBegun = onBegun;
    const run = (batch: readonly PendingDelivery<Context>[]) => this.#handleBatch(batch);
    const { concurrency } = options;
    // One project never takes all handlers: an event of another one starts at once.
    const perProject = Math.min(handlersPerProject, Math.ceil(concurrency * 0.75));
    const lingerMs = Math.max(...subscriptions.map((subscription) => subscription.lingerMs ?? defaultLingerMs));
    this.#queue = subscriptions.some(({ isSingle }) => isSingle)
      ? new FairQueue({ concurrency, perProject: () => perProject, run })
      : new FairQueue({ concurrency: 1, perProject: () => 1, batchSize, lingerMs, run });
  }

  /** Resolves when the inbox holds the event. @throws to have it delivered again */
  handle(delivery: Delivery, prepared: readonly Prepared<Context>[]): Promise<void> {
    const { idproject, partitionkey } = delivery.event;
    return new Promise((done, failed) =>
      this.#queue.add(idproject, partitionkey, { delivery, prepared, done, failed }),
    );
  }

  /** Those for one event in their order, then the folds in the order of the subscriptions. */
  async run(prepared: readonly Prepared<Context>[]): Promise<void> {
    const { context } = this.#options;
    for (const { event, handle } of prepared) {
      if (handle !== undefined) await asEffectOf(event, this.#name, () => handle(context, event));
    }
    const firstPlace = ([, own]: [unknown, readonly Prepared<Context>[]]) =>
      Math.min(...own.map(({ event }) => this.#types.indexOf(event.type)));
    const folds = [...Map.groupBy(prepared, (each) => each.fold)];
    for (const [fold, own] of folds.sort((one, other) => firstPlace(one) - firstPlace(other))) {
      const events = own.map(({ event }) => event);
      const [first] = events;
      if (fold && first) await asEffectOf(first, this.#name, () => fold(context, events));
    }
  }

  /** The event comes again, or was the last time. @throws error to have it delivered again */
  async fail(delivery: Delivery, error: unknown, began: number): Promise<void> {
    const { event, text, attempt } = delivery;
    const isFinal = error instanceof EventSchemaMismatch || delivery.attemptsLeft <= 0;
    this.#report(event, performance.now() - began, isFinal ? 'dead' : 'retry', error);
    if (!isFinal) throw error;
    await moveToDeadLetters(this.#options.db, this.#name, { event, text, attempts: attempt, error });
  }

  async #handleBatch(batch: readonly PendingDelivery<Context>[]): Promise<void> {
    for (const { delivery } of batch) this.#onBegun(delivery);
    const isSuspect = ({ delivery: { attempt } }: PendingDelivery<Context>) => attempt > 1;
    await this.#attempt(batch.filter((pending) => !isSuspect(pending)));
    // A redelivered event may be the one that crashes the process: each by itself, in random order, so that it does not always take the
    // same ones down.
    for (const pending of shuffled(batch.filter(isSuspect))) await this.#attempt([pending]);
  }

  /** All of them in one transaction; halved until the failing one is alone. */
  async #attempt(batch: readonly PendingDelivery<Context>[]): Promise<void> {
    if (batch.length === 0) return;
    const began = performance.now();
    const { db } = this.#options;
    try {
      const events = batch.map(({ delivery }) => delivery.event);
      const fresh = await handleOnce(db, this.#name, events, (ids) =>
        this.run(firstOfEach(batch, ids).flatMap(({ prepared }) => prepared)),
      );
      const durationMs = (performance.now() - began) / batch.length;
      for (const { delivery, done } of batch) {
        this.#report(delivery.event, durationMs, fresh.has(delivery.event.id) ? 'done' : 'duplicate');
        done();
      }
    } catch (error) {
      if (batch.length === 1 || isUnavailable(error)) {
        for (const { delivery, done, failed } of batch) await this.fail(delivery, error, began).then(done, failed);
        return;
      }
      const middle = Math.ceil(batch.length / 2);
      await this.#attempt(batch.slice(0, middle));
      await this.#attempt(batch.slice(middle));
    }
  }

  #report(
    event: EventEnvelope,
    durationMs: number,
    outcome: 'done' | 'duplicate' | 'retry' | 'dead',
    error?: unknown,
  ): void {
    this.#options.metrics.handled(this.#name, event.type, outcome, durationMs);
    logHandled(this.#options.log, {
      transport: 'event',
      operation: `${this.#name}:${event.type}`,
      durationMs,
      requestId: event.correlationid,
      traceId: event.traceparent && traceIdOf(event.traceparent),
      projectId: event.idproject,
      ...(error === undefined ? { outcome: 'ok' } : { ...outcomeOf(error), outcome: 'failed', error }),
    });
  }
}

/** One delivery for each of `ids`: a batch may hold two of the same event. */
function firstOfEach<Context>(
  batch: readonly PendingDelivery<Context>[],
  ids: ReadonlySet<string>,
): PendingDelivery<Context>[] {
  const left = new Set(ids);
  return batch.filter(({ delivery }) => left.delete(delivery.event.id));
}

/** The database or another service cannot be reached: no part of the batch would fare better. */
function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'unavailable';
}

import { AppError, type EventEnvelope } from '@parley/contracts';
import type { Logger } from 'pino';

import { attemptsLeft, type BusTimings, type Delivery, type EventBus, type Running, retryDelayMs } from '../bus/bus.ts';
import type { EventMetrics } from '../bus/event-metrics.ts';
import { FairQueue } from '../concurrency/fair-queue.ts';
import { shuffled } from '../concurrency/shuffled.ts';
import type { Database } from '../database/database.ts';
import { logHandled, outcomeOf } from '../observability/log.ts';
import { traceIdOf } from '../observability/tracing.ts';
import { type DeadLetter, moveToDeadLetters, redrive } from './dead-letters.ts';
import { asEffectOf, handleOnce } from './inbox.ts';
import { PassedEvents } from './passed-events.ts';
import { EventSchemaMismatch, type Prepared, type Subscription } from './subscription.ts';

/** What all consumers of a service share. */
export interface ConsumerRuntime<Context> {
  context: Context;
  db: Database;
  bus: EventBus;
  log: Logger;
  metrics: EventMetrics;
  /** Handlers at once of a consumer that handles each event by itself. */
  concurrency: number;
  /** The schedule of attempts that the bus keeps, for those that are made without it. */
  timings: BusTimings;
}

/** Source: contract 50 section 3.5. */
const handlersPerProject = 8;
/** Events of one transaction, and how long it waits for others unless its subscriptions say otherwise, in ms. */
const batchSize = 512;
const defaultLingerMs = 2;
/** Events taken from the bus: a batch that is handled and one that gathers, so that one project's burst does not hide the others. */
const prefetch = 2 * batchSize;
/** How often queued deliveries extend their ack wait. */
const heartbeatMs = 10_000;
/** Deliveries beyond the schedule after which an event is given up unseen: its handler ends the process before it can fail. */
const maxLost = 8;
/** Failures remembered. */
const maxRemembered = 10_000;

/** A consumer as the walk of an outbox sees it. */
export type WalkedConsumer = Pick<
  EventConsumer<never>,
  'name' | 'types' | 'handleFromOutbox' | 'hasPassed' | 'heldUntil' | 'deliveredUpTo'
>;

/** A prepared delivery that waits for its batch. */
interface PendingDelivery<Context> {
  delivery: Delivery;
  prepared: readonly Prepared<Context>[];
  done(): void;
  failed(error: unknown): void;
}

/** One durable consumer: the subscriptions of a purpose. Source: contract 50 sections 3.3 to 3.5. */
export class EventConsumer<Context> {
  readonly name: string;
  readonly types: ReadonlySet<string>;
  readonly #options: ConsumerRuntime<Context>;
  readonly #byType: Map<string, Subscription<Context>[]>;
  readonly #queue: FairQueue<PendingDelivery<Context>>;
  readonly #waiting = new Set<Delivery>();
  /** Ids of events that are queued here or being handled. */
  readonly #inFlight = new Set<string>();
  readonly #passed: PassedEvents;
  /** What has failed here: how often, and when it is to be tried again, by `performance.now()`. */
  readonly #failed = new Map<string, { attempts: number; againAt: number }>();
  /** High-water mark of what the bus has delivered, by `source`: the event's time, as text, and when it came. */
  readonly #delivered = new Map<string, { time: string; at: number }>();
  /** Deliveries of the bus in hand. */
  #fromBus = 0;

  constructor(name: string, subscriptions: readonly Subscription<Context>[], options: ConsumerRuntime<Context>) {
    this.name = name;
    this.#options = options;
    this.#passed = new PassedEvents(options.bus, name);
    this.#byType = Map.groupBy(subscriptions, (subscription) => subscription.type);
    this.types = new Set(this.#byType.keys());
    const run = (batch: readonly PendingDelivery<Context>[]) => this.#handleBatch(batch);
    const { concurrency } = options;
    // One project never takes all handlers: an event of another one starts at once.
    const perProject = Math.min(handlersPerProject, Math.ceil(concurrency * 0.75));
    const lingerMs = Math.max(...subscriptions.map((subscription) => subscription.lingerMs ?? defaultLingerMs));
    this.#queue = subscriptions.some(({ isSingle }) => isSingle)
      ? new FairQueue({ concurrency, perProject: () => perProject, run })
      : new FairQueue({ concurrency: 1, perProject: () => 1, batchSize, lingerMs, run });
  }

  /** Takes what the bus delivers. */
  start(): Running {
    const consuming = this.#options.bus.consume({
      name: this.name,
      types: [...this.types],
      concurrency: prefetch,
      admits: (event) => this.#admits(event),
      handle: (delivery) => this.#processFromBus(delivery),
    });
    const timer = setInterval(() => {
      for (const delivery of this.#waiting) delivery.working();
    }, heartbeatMs);
    timer.unref();
    const broadcasts = this.#passed.start();
    return {
      async stop() {
        await consuming.stop();
        clearInterval(timer);
        await broadcasts.stop();
      },
    };
  }

  /** Handles an event that the bus has not delivered, by the same rules. @throws when it failed and may be retried */
  handleFromOutbox(event: EventEnvelope, text: string): Promise<void> {
    const attempt = (this.#failed.get(event.id)?.attempts ?? 0) + 1;
    return this.#process({
      ...{ event, text, attempt },
      attemptsLeft: attemptsLeft(this.#options.timings, attempt),
      working: () => undefined,
    });
  }

  /** True when this process knows that the event was handled, became a dead letter, or concerns no handler. */
  hasPassed(eventId: string): boolean {
    return this.#passed.has(eventId);
  }

  /** Until when, by `performance.now()`, an event is looked after here: it is in hand, or has failed and waits to be tried again. */
  heldUntil(eventId: string): number {
    if (this.#inFlight.has(eventId)) return Number.POSITIVE_INFINITY;
    return this.#failed.get(eventId)?.againAt ?? 0;
  }

  /**
   * High-water mark of the bus: the time, in ms of the publisher's clock, of the newest event of `source` that it has delivered. Nothing
   * while the bus is silent, that is: has delivered nothing for `silentMs` though it could.
   */
  deliveredUpTo(source: string, silentMs: number): number | undefined {
    const delivered = this.#delivered.get(source);
    const isDelivering = this.#fromBus > 0 || (delivered && delivered.at > performance.now() - silentMs);
    return isDelivering && delivered ? Date.parse(delivered.time) : undefined;
  }

  redrive(letter: DeadLetter): Promise<boolean> {
    const { db } = this.#options;
    if (!this.types.has(letter.type)) return Promise.resolve(false);
    return redrive(db, letter, (event) => this.#run(this.#prepare(event)));
  }

  /** What concerns no handler is passed at once: it needs no delivery, no handler and no inbox row. */
  #admits(event: EventEnvelope): boolean {
    if (this.#mayConcern(event)) return true;
    this.#noteDelivered(event);
    this.#passed.addWithoutRow(event.id);
    this.#failed.delete(event.id);
    return false;
  }

  #mayConcern(event: EventEnvelope): boolean {
    // Where the project is asked first, the event is not read before that.
    if (this.#byType.get(event.type)?.some(({ isWanted }) => isWanted !== undefined)) return true;
    try {
      return this.#prepare(event).length > 0;
    } catch {
      // Handling it reports the schema mismatch.
      return true;
    }
  }

  #noteDelivered({ source, time }: EventEnvelope): void {
    const delivered = this.#delivered.get(source) ?? { time, at: 0 };
    // All of one form: they sort as texts.
    if (time > delivered.time) delivered.time = time;
    delivered.at = performance.now();
    this.#delivered.set(source, delivered);
  }

  async #processFromBus(delivery: Delivery): Promise<void> {
    this.#noteDelivered(delivery.event);
    this.#fromBus += 1;
    try {
      await this.#process(delivery);
    } finally {
      this.#fromBus -= 1;
    }
  }

  async #process(delivery: Delivery): Promise<void> {
    const { event } = delivery;
    const { id } = event;
    this.#waiting.add(delivery);
    this.#inFlight.add(id);
    try {
      const asked = this.#isWanted(event);
      const isHandled = (asked === true || (await asked)) && (await this.#handle(delivery));
      if (isHandled) this.#passed.add(id);
      else this.#passed.addWithoutRow(id);
      this.#failed.delete(id);
    } catch (error) {
      this.#noteFailure(delivery);
      throw error;
    } finally {
      this.#waiting.delete(delivery);
      this.#inFlight.delete(id);
    }
  }

  /** Synchronous when no subscription has a filter, so that events of a partition key stay in order. */
  #isWanted(event: EventEnvelope): true | Promise<boolean> {
    const { context } = this.#options;
    const own = this.#byType.get(event.type) ?? [];
    if (own.some((subscription) => subscription.isWanted === undefined)) return true;
    return Promise.all(own.map((subscription) => subscription.isWanted?.(context, event))).then((answers) =>
      answers.some((answer) => answer === true),
    );
  }

  /** Rejects to have the event delivered again. @returns whether the inbox holds it now */
  async #handle(delivery: Delivery): Promise<boolean> {
    const { event } = delivery;
    // Later attempts are late by their schedule.
    if (delivery.attempt === 1) this.#options.metrics.consumerLag(this.name, ageSeconds(event));
    const began = performance.now();
    let prepared: Prepared<Context>[];
    try {
      if (delivery.attemptsLeft <= -maxLost) throw new Error('No attempt came to an end.');
      prepared = this.#prepare(event);
    } catch (error) {
      await this.#fail(delivery, error, began);
      return true;
    }
    // Without an effect there is nothing that a second delivery could do twice.
    if (prepared.length === 0) return false;
    await new Promise<void>((done, failed) =>
      this.#queue.add(event.idproject, event.partitionkey, { delivery, prepared, done, failed }),
    );
    return true;
  }

  async #handleBatch(batch: readonly PendingDelivery<Context>[]): Promise<void> {
    for (const { delivery } of batch) this.#waiting.delete(delivery);
    const isSuspect = ({ delivery: { attempt } }: PendingDelivery<Context>) => attempt > 1;
    await this.#attempt(batch.filter((pending) => !isSuspect(pending)));
    // What comes again may be what ends the process: each by itself, in any order, so that it does not always take the same others along.
    for (const pending of shuffled(batch.filter(isSuspect))) await this.#attempt([pending]);
  }

  /** All of them in one transaction; halved until what fails stands alone. */
  async #attempt(batch: readonly PendingDelivery<Context>[]): Promise<void> {
    if (batch.length === 0) return;
    const began = performance.now();
    const { db } = this.#options;
    try {
      const events = batch.map(({ delivery }) => delivery.event);
      const fresh = await handleOnce(db, this.name, events, (ids) =>
        this.#run(firstOfEach(batch, ids).flatMap(({ prepared }) => prepared)),
      );
      const durationMs = (performance.now() - began) / batch.length;
      for (const { delivery, done } of batch) {
        this.#report(delivery.event, durationMs, fresh.has(delivery.event.id) ? 'done' : 'duplicate');
        done();
      }
    } catch (error) {
      if (batch.length === 1 || isUnavailable(error)) {
        for (const { delivery, done, failed } of batch) await this.#fail(delivery, error, began).then(done, failed);
        return;
      }
      const middle = Math.ceil(batch.length / 2);
      await this.#attempt(batch.slice(0, middle));
      await this.#attempt(batch.slice(middle));
    }
  }

  /** Those for one event in their order, then the folds in the order of the subscriptions. */
  async #run(prepared: readonly Prepared<Context>[]): Promise<void> {
    const { context } = this.#options;
    for (const { event, handle } of prepared) {
      if (handle !== undefined) await asEffectOf(event, this.name, () => handle(context, event));
    }
    const order = [...this.types];
    const firstPlace = ([, own]: [unknown, readonly Prepared<Context>[]]) =>
      Math.min(...own.map(({ event }) => order.indexOf(event.type)));
    const folds = [...Map.groupBy(prepared, (each) => each.fold)];
    for (const [fold, own] of folds.sort((one, other) => firstPlace(one) - firstPlace(other))) {
      const events = own.map(({ event }) => event);
      const [first] = events;
      if (fold && first) await asEffectOf(first, this.name, () => fold(context, events));
    }
  }

  /** The event comes again, or was the last time. @throws error to have it delivered again */
  async #fail(delivery: Delivery, error: unknown, began: number): Promise<void> {
    const { event, text, attempt } = delivery;
    const isFinal = error instanceof EventSchemaMismatch || delivery.attemptsLeft <= 0;
    this.#report(event, performance.now() - began, isFinal ? 'dead' : 'retry', error);
    if (!isFinal) throw error;
    await moveToDeadLetters(this.#options.db, this.name, { event, text, attempts: attempt, error });
  }

  #noteFailure({ event: { id }, attempt }: Delivery): void {
    const againAt = performance.now() + retryDelayMs(this.#options.timings, attempt);
    this.#failed.delete(id);
    this.#failed.set(id, { attempts: attempt, againAt });
    if (this.#failed.size <= maxRemembered) return;
    // The oldest: another replica has most likely succeeded with it.
    for (const oldest of this.#failed.keys()) {
      this.#failed.delete(oldest);
      return;
    }
  }

  #prepare(event: EventEnvelope): Prepared<Context>[] {
    const concerned = (this.#byType.get(event.type) ?? []).map((subscription) => subscription.prepare(event));
    return concerned.filter((handle) => handle !== undefined);
  }

  #report(
    event: EventEnvelope,
    durationMs: number,
    outcome: 'done' | 'duplicate' | 'retry' | 'dead',
    error?: unknown,
  ): void {
    this.#options.metrics.handled(this.name, event.type, outcome, durationMs);
    logHandled(this.#options.log, {
      transport: 'event',
      operation: `${this.name}:${event.type}`,
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

function ageSeconds(event: EventEnvelope): number {
  return Math.max(0, (Date.now() - Date.parse(event.time)) / 1000);
}

import type { EventEnvelope } from '@parley/contracts';
import type { Logger } from 'pino';

import type { Database } from '../database/database.ts';
import { logHandled, outcomeOf } from '../log.ts';
import { Recent } from '../recent.ts';
import { traceIdOf } from '../tracing.ts';
import { attemptsLeft, type BusTimings, type Delivery, type EventBus, type Running, retryDelayMs } from './bus.ts';
import { bury, type DeadLetter, revive } from './dead-letters.ts';
import type { EventMetrics } from './event-metrics.ts';
import { FairQueue } from './fair-queue.ts';
import { asEffectOf, handleOnce } from './inbox.ts';
import { EventMisfit, type Subscription } from './subscription.ts';

/** What the consumers of a service share. */
export interface ConsumerSurroundings<Context> {
  context: Context;
  db: Database;
  bus: EventBus;
  log: Logger;
  metrics: EventMetrics;
  concurrency: number;
  /** The schedule of attempts that the bus keeps, for those that are made without it. */
  timings: BusTimings;
}

/** Source: contract 50 section 3.5. */
const handlersPerProject = 8;
/** Events taken from the bus that wait for their turn: enough that one project's burst does not hide the others. */
const takenAtOnce = 256;
/** An event that waits here longer would be delivered again. */
const stillHereMs = 10_000;
/** Deliveries beyond the schedule after which an event is given up unseen: whoever handles it does not live to fail. */
const mostLost = 8;
/** Ids remembered, so that whoever walks the outbox after them need not ask the inbox. */
const mostRemembered = 10_000;
const rememberedMs = 300_000;

/** A consumer as whoever walks an outbox for it sees it. */
export type WalkedConsumer = Pick<
  EventConsumer<never>,
  'name' | 'types' | 'handleUnbidden' | 'hasPassed' | 'heldUntil'
>;

/** One durable consumer: the subscriptions of a purpose. Source: contract 50 sections 3.3 to 3.5. */
export class EventConsumer<Context> {
  readonly name: string;
  readonly types: ReadonlySet<string>;
  readonly #options: ConsumerSurroundings<Context>;
  readonly #byType: Map<string, Subscription<Context>[]>;
  readonly #queue: FairQueue;
  readonly #waiting = new Set<Delivery>();
  /** Ids of what waits for its turn here or is being handled. */
  readonly #inHand = new Set<string>();
  readonly #passed = new Recent<true>(mostRemembered);
  /** What has failed here: how often, and when it is to be tried again, by `performance.now()`. */
  readonly #failed = new Map<string, { attempts: number; againAt: number }>();

  constructor(name: string, subscriptions: readonly Subscription<Context>[], options: ConsumerSurroundings<Context>) {
    this.name = name;
    this.#options = options;
    this.#byType = Map.groupBy(subscriptions, (subscription) => subscription.type);
    this.types = new Set(this.#byType.keys());
    const { concurrency } = options;
    // One project never takes them all: another one's event starts at once.
    const perProject = Math.min(handlersPerProject, Math.ceil(concurrency * 0.75));
    this.#queue = new FairQueue({ concurrency, perProject });
  }

  /** Takes what the bus delivers. */
  start(): Running {
    const consuming = this.#options.bus.consume({
      name: this.name,
      types: [...this.types],
      concurrency: takenAtOnce,
      handle: (delivery) => this.#take(delivery),
    });
    const timer = setInterval(() => {
      for (const delivery of this.#waiting) delivery.working();
    }, stillHereMs);
    timer.unref();
    return {
      async stop() {
        await consuming.stop();
        clearInterval(timer);
      },
    };
  }

  /** Handles an event that the bus has not brought, by the same rules. @throws when it failed and may be tried again */
  handleUnbidden(event: EventEnvelope, text: string): Promise<void> {
    const attempt = (this.#failed.get(event.id)?.attempts ?? 0) + 1;
    return this.#take({
      ...{ event, text, attempt },
      attemptsLeft: attemptsLeft(this.#options.timings, attempt),
      working: () => undefined,
    });
  }

  /** True when this process knows that the event is done with: handled, given up, or none of this consumer's business. */
  hasPassed(eventId: string): boolean {
    return this.#passed.get(eventId) !== undefined;
  }

  /** Until when, by `performance.now()`, an event is looked after here: it is in hand, or has failed and waits to be tried again. */
  heldUntil(eventId: string): number {
    if (this.#inHand.has(eventId)) return Number.POSITIVE_INFINITY;
    return this.#failed.get(eventId)?.againAt ?? 0;
  }

  redrive(letter: DeadLetter): Promise<boolean> {
    const { db, context } = this.#options;
    if (!this.types.has(letter.type)) return Promise.resolve(false);
    return revive(db, letter, (event) =>
      asEffectOf(event, this.name, async () => {
        for (const handle of this.#prepare(event)) await handle(context);
      }),
    );
  }

  async #take(delivery: Delivery): Promise<void> {
    const { event } = delivery;
    const { id, idproject, partitionkey } = event;
    this.#waiting.add(delivery);
    this.#inHand.add(id);
    try {
      const asked = this.#isWanted(event);
      if (asked === true || (await asked)) {
        await this.#queue.run(idproject, partitionkey, () => {
          this.#waiting.delete(delivery);
          return this.#handle(delivery);
        });
      }
      this.#failed.delete(id);
      this.#passed.set(id, true, Date.now() + rememberedMs);
    } catch (error) {
      this.#noteFailure(delivery);
      throw error;
    } finally {
      this.#waiting.delete(delivery);
      this.#inHand.delete(id);
    }
  }

  /** At once where nobody asks: those of a partition key then stay in their order. */
  #isWanted(event: EventEnvelope): true | Promise<boolean> {
    const { context } = this.#options;
    const own = this.#byType.get(event.type) ?? [];
    if (own.some((subscription) => subscription.isWanted === undefined)) return true;
    return Promise.all(own.map((subscription) => subscription.isWanted?.(context, event))).then((answers) =>
      answers.some((answer) => answer === true),
    );
  }

  /** Rejects to have the event delivered again. */
  async #handle(delivery: Delivery): Promise<void> {
    const { event } = delivery;
    const began = performance.now();
    // Later attempts are late by their schedule.
    if (delivery.attempt === 1) this.#options.metrics.consumerLag(this.name, ageSeconds(event));
    try {
      if (delivery.attemptsLeft <= -mostLost) throw new Error('No attempt came to an end.');
      const handlers = this.#prepare(event);
      // Without an effect there is nothing that a second delivery could do twice.
      const fresh =
        handlers.length === 0 ||
        (await handleOnce(this.#options.db, this.name, event, async () => {
          for (const handle of handlers) await handle(this.#options.context);
        }));
      this.#report(event, began, fresh ? 'done' : 'duplicate');
    } catch (error) {
      const final = error instanceof EventMisfit || delivery.attemptsLeft <= 0;
      this.#report(event, began, final ? 'dead' : 'retry', error);
      if (!final) throw error;
      await bury(this.#options.db, this.name, { event, text: delivery.text, attempts: delivery.attempt, error });
    }
  }

  #noteFailure({ event: { id }, attempt }: Delivery): void {
    const againAt = performance.now() + retryDelayMs(this.#options.timings, attempt);
    this.#failed.delete(id);
    this.#failed.set(id, { attempts: attempt, againAt });
    if (this.#failed.size <= mostRemembered) return;
    // The oldest: another replica has most likely succeeded with it.
    for (const oldest of this.#failed.keys()) {
      this.#failed.delete(oldest);
      return;
    }
  }

  #prepare(event: EventEnvelope): ((context: Context) => Promise<void>)[] {
    const concerned = (this.#byType.get(event.type) ?? []).map((subscription) => subscription.prepare(event));
    return concerned.filter((handle) => handle !== undefined);
  }

  #report(
    event: EventEnvelope,
    began: number,
    outcome: 'done' | 'duplicate' | 'retry' | 'dead',
    error?: unknown,
  ): void {
    const durationMs = performance.now() - began;
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

function ageSeconds(event: EventEnvelope): number {
  return Math.max(0, (Date.now() - Date.parse(event.time)) / 1000);
}

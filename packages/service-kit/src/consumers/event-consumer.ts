import type { EventEnvelope } from '@parley/contracts';

import { attemptsLeft, type BusTimings, type Delivery, type EventBus, type Running } from '../bus/bus.ts';
import { type DeadLetter, redrive } from './dead-letters.ts';
import { DeliveryBatches, type HandlerRuntime, prefetch } from './delivery-batches.ts';
import { FailedEvents } from './failed-events.ts';
import { PassedEvents } from './passed-events.ts';
import type { Prepared, Subscription } from './subscription.ts';

/** What all consumers of a service share. */
export interface ConsumerRuntime<Context> extends HandlerRuntime<Context> {
  bus: EventBus;
  /** The schedule of attempts that the bus keeps, for those that are made without it. */
  timings: BusTimings;
}

/** How often queued deliveries extend their ack wait. */
const heartbeatMs = 10_000;
/** Deliveries beyond the schedule after which an event is given up unseen: its handler ends the process before it can fail. */
const maxLost = 8;

/** A consumer as the walk of an outbox sees it. */
export type WalkedConsumer = Pick<
  EventConsumer<never>,
  'name' | 'types' | 'handleFromOutbox' | 'hasPassed' | 'heldUntil' | 'deliveredUpTo'
>;

/** One durable consumer: the subscriptions of a purpose. Source: contract 50 sections 3.3 to 3.5. */
export class EventConsumer<Context> {
  readonly name: string;
  readonly types: ReadonlySet<string>;
  readonly #options: ConsumerRuntime<Context>;
  readonly #byType: Map<string, Subscription<Context>[]>;
  readonly #batches: DeliveryBatches<Context>;
  readonly #waiting = new Set<Delivery>();
  /** Ids of events that are queued here or being handled. */
  readonly #inFlight = new Set<string>();
  readonly #passed: PassedEvents;
  readonly #failed: FailedEvents;
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
    this.#failed = new FailedEvents(options.timings);
    this.#batches = new DeliveryBatches(name, subscriptions, options, (delivery) => this.#waiting.delete(delivery));
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
    const attempt = this.#failed.attemptsOf(event.id) + 1;
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

  /** Until when, by `performance.now()`, this process takes care of an event: it is being handled, or has failed and waits for a retry. */
  heldUntil(eventId: string): number {
    if (this.#inFlight.has(eventId)) return Number.POSITIVE_INFINITY;
    return this.#failed.againAt(eventId);
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
    return redrive(db, letter, (event) => this.#batches.run(this.#prepare(event)));
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
      this.#failed.add(id, delivery.attempt);
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
      await this.#batches.fail(delivery, error, began);
      return true;
    }
    // Without an effect there is nothing that a second delivery could do twice.
    if (prepared.length === 0) return false;
    await this.#batches.handle(delivery, prepared);
    return true;
  }

  #prepare(event: EventEnvelope): Prepared<Context>[] {
    const concerned = (this.#byType.get(event.type) ?? []).map((subscription) => subscription.prepare(event));
    return concerned.filter((handle) => handle !== undefined);
  }
}

function ageSeconds(event: EventEnvelope): number {
  return Math.max(0, (Date.now() - Date.parse(event.time)) / 1000);
}

import type { EventEnvelope } from '@parley/contracts';
import type { Logger } from 'pino';

import type { Database } from '../database/database.ts';
import { logHandled, outcomeOf } from '../log.ts';
import { traceIdOf } from '../tracing.ts';
import type { Delivery, EventBus, Running } from './bus.ts';
import { bury, type DeadLetter, revive } from './dead-letters.ts';
import { type EventMetrics, noMetrics } from './event-metrics.ts';
import { FairQueue } from './fair-queue.ts';
import { asEffectOf, handleOnce } from './inbox.ts';
import { EventMisfit, type Subscription } from './subscription.ts';

export interface SubscriptionsOptions<Context> {
  /** Durable name of those that do not name a consumer themselves: `<service>-copies`. */
  name: string;
  subscriptions: readonly Subscription<Context>[];
  context: Context;
  db: Database;
  bus: EventBus;
  log: Logger;
  metrics?: EventMetrics;
  /** Handlers at once per consumer, each with a connection to the database; default 8. */
  concurrency?: number;
}

/** The running subscriptions of a service. */
export interface Subscriptions extends Running {
  /** Durable names. */
  readonly consumers: readonly string[];
  /**
   * Handles a dead letter once more. @returns false when there is no such letter, or nobody who listens any more
   * @throws whatever the handler throws; the letter then stays
   */
  redrive(letter: DeadLetter): Promise<boolean>;
}

/** Source: contract 50 section 3.5. */
const handlersPerProject = 8;
/** Below the default size of the pool, so that calls find a connection while a backlog is worked off. */
const defaultConcurrency = 8;
/** Events taken from the bus that wait for their turn: enough that one project's burst does not hide the others. */
const takenAtOnce = 256;
/** An event that waits here longer would be delivered again. */
const stillHereMs = 10_000;
/** Deliveries beyond the schedule after which an event is given up unseen: whoever handles it does not live to fail. */
const mostLost = 8;

/** Starts one durable consumer per name among `subscriptions`. Source: contract 50 sections 3.3 to 3.5. */
export function startSubscriptions<Context>(options: SubscriptionsOptions<Context>): Subscriptions {
  const byConsumer = Map.groupBy(options.subscriptions, (subscription) => subscription.consumer ?? options.name);
  const consumers = new Map([...byConsumer].map(([name, own]) => [name, new Consumer(name, own, options)] as const));
  const running = [...consumers.values()].map((consumer) => consumer.start());

  return {
    consumers: [...consumers.keys()],
    redrive: async (letter) => (await consumers.get(letter.consumer)?.redrive(letter)) ?? false,
    async stop() {
      await Promise.all(running.map((consumer) => consumer.stop()));
    },
  };
}

class Consumer<Context> {
  private readonly name: string;
  private readonly options: SubscriptionsOptions<Context>;
  private readonly metrics: EventMetrics;
  private readonly byType: Map<string, Subscription<Context>[]>;
  private readonly queue: FairQueue;
  private readonly waiting = new Set<Delivery>();

  constructor(name: string, subscriptions: readonly Subscription<Context>[], options: SubscriptionsOptions<Context>) {
    this.name = name;
    this.options = options;
    this.metrics = options.metrics ?? noMetrics;
    this.byType = Map.groupBy(subscriptions, (subscription) => subscription.type);
    const { concurrency = defaultConcurrency } = options;
    // One project never takes them all: another one's event starts at once.
    const perProject = Math.min(handlersPerProject, Math.ceil(concurrency * 0.75));
    this.queue = new FairQueue({ concurrency, perProject });
  }

  start(): Running {
    const consuming = this.options.bus.consume({
      name: this.name,
      types: [...this.byType.keys()],
      concurrency: takenAtOnce,
      handle: (delivery) => this.take(delivery),
    });
    const timer = setInterval(() => {
      for (const delivery of this.waiting) delivery.working();
    }, stillHereMs);
    timer.unref();
    return {
      async stop() {
        await consuming.stop();
        clearInterval(timer);
      },
    };
  }

  redrive(letter: DeadLetter): Promise<boolean> {
    const { db, context } = this.options;
    if (!this.byType.has(letter.type)) return Promise.resolve(false);
    return revive(db, letter, (event) =>
      asEffectOf(event, this.name, async () => {
        for (const handle of this.prepare(event)) await handle(context);
      }),
    );
  }

  private take(delivery: Delivery): Promise<void> {
    const { idproject, partitionkey } = delivery.event;
    this.waiting.add(delivery);
    return this.queue.run(idproject, partitionkey, () => {
      this.waiting.delete(delivery);
      return this.handle(delivery);
    });
  }

  /** Rejects to have the event delivered again. */
  private async handle(delivery: Delivery): Promise<void> {
    const { event } = delivery;
    const began = performance.now();
    // Later attempts are late by their schedule.
    if (delivery.attempt === 1) this.metrics.consumerLag(this.name, ageSeconds(event));
    try {
      if (delivery.attemptsLeft <= -mostLost) throw new Error('No attempt came to an end.');
      const handlers = this.prepare(event);
      // Without an effect there is nothing that a second delivery could do twice.
      const fresh =
        handlers.length === 0 ||
        (await handleOnce(this.options.db, this.name, event, async () => {
          for (const handle of handlers) await handle(this.options.context);
        }));
      this.report(event, began, fresh ? 'done' : 'duplicate');
    } catch (error) {
      const final = error instanceof EventMisfit || delivery.attemptsLeft <= 0;
      this.report(event, began, final ? 'dead' : 'retry', error);
      if (!final) throw error;
      await bury(this.options.db, this.name, { event, text: delivery.text, attempts: delivery.attempt, error });
    }
  }

  private prepare(event: EventEnvelope): ((context: Context) => Promise<void>)[] {
    const concerned = (this.byType.get(event.type) ?? []).map((subscription) => subscription.prepare(event));
    return concerned.filter((handle) => handle !== undefined);
  }

  private report(
    event: EventEnvelope,
    began: number,
    outcome: 'done' | 'duplicate' | 'retry' | 'dead',
    error?: unknown,
  ): void {
    const durationMs = performance.now() - began;
    this.metrics.handled(this.name, event.type, outcome, durationMs);
    logHandled(this.options.log, {
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

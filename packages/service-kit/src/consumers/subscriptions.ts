import type { Logger } from 'pino';

import { type BusTimings, busTimings, type EventBus, type Running } from '../bus/bus.ts';
import { type EventMetrics, noMetrics } from '../bus/event-metrics.ts';
import type { Database } from '../database/database.ts';
import type { DeadLetter } from './dead-letters.ts';
import { EventConsumer, type WalkedConsumer } from './event-consumer.ts';
import type { Subscription } from './subscription.ts';

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
  /** Those of the bus. */
  timings?: Partial<BusTimings>;
}

/** The running subscriptions of a service. */
export interface Subscriptions extends Running {
  readonly consumers: readonly WalkedConsumer[];
  /**
   * Handles a dead letter once more. @returns false when there is no such letter, or its consumer has no subscription to it any more
   * @throws whatever the handler throws; the letter then stays
   */
  redrive(letter: DeadLetter): Promise<boolean>;
}

/** Below the default size of the pool, so that calls find a connection while a backlog is worked off. */
const defaultConcurrency = 8;

/** Starts one durable consumer per name among `subscriptions`. Source: contract 50 sections 3.3 to 3.5. */
export function startSubscriptions<Context>(options: SubscriptionsOptions<Context>): Subscriptions {
  const { name, subscriptions, metrics = noMetrics, concurrency = defaultConcurrency } = options;
  const runtime = { ...options, metrics, concurrency, timings: { ...busTimings, ...options.timings } };
  const byConsumer = Map.groupBy(subscriptions, (subscription) => subscription.consumer ?? name);
  const consumers = [...byConsumer].map(([each, own]) => new EventConsumer(each, own, runtime));
  const running = consumers.map((consumer) => consumer.start());

  return {
    consumers,
    async redrive(letter) {
      const consumer = consumers.find((each) => each.name === letter.consumer);
      return (await consumer?.redrive(letter)) ?? false;
    },
    async stop() {
      await Promise.all(running.map((each) => each.stop()));
    },
  };
}

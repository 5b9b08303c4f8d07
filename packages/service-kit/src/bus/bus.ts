import type { EventEnvelope } from '@parley/contracts';

/** An event on its way: the text is final and is passed on as it is. */
export interface OutgoingEvent {
  id: string;
  projectId: string;
  type: string;
  text: string;
}

/** One delivery of one event to one consumer. */
export interface Delivery {
  readonly event: EventEnvelope;
  readonly text: string;
  /** 1 for the first delivery. */
  readonly attempt: number;
  /** 0: a failure now is final. Less: attempts that a crash or an outage has cost beyond the schedule. */
  readonly attemptsLeft: number;
  /** Extends the ack wait: the event is still queued here, and must not be redelivered meanwhile. */
  working(): void;
}

/** What `EventBus.consume` delivers, and to whom. */
export interface BusConsumer {
  /** Durable: replicas with the same name share the work. `[a-z-]`. */
  name: string;
  types: readonly string[];
  /** Deliveries handed to `handle` at once. */
  concurrency: number;
  /** Filter: an event for which it returns false is acknowledged without delivery. Absent: every event is delivered. */
  admits?(event: EventEnvelope): boolean;
  /** Resolves: done with it. Rejects: again, after the delay of the attempt. */
  handle(delivery: Delivery): Promise<void>;
}

/** Something that runs until `stop()`, which waits for the handlers that run. */
export interface Running {
  stop(): Promise<void>;
}

interface BusHealth {
  up: boolean;
  adapter: 'memory' | 'nats';
  detail?: string;
}

/**
 * Transport of events, at least once and in any order. It may lose everything: the truth is in the outboxes.
 * Source: contract 50 section 3.
 */
export interface EventBus {
  /**
   * Hands over `batch` in its order.
   * @param acknowledged called with the ids of events that the bus answers for from now on: they reach every consumer even when this process
   * dies at once. Called before the promise resolves by a bus that stores, and later, once handled, by one that does not.
   * @throws when the bus is unreachable or has not confirmed in time: the batch is published again as a whole
   */
  publish(batch: readonly OutgoingEvent[], acknowledged: (ids: readonly string[]) => void): Promise<void>;
  /** Starts a durable consumer. Returns at once; deliveries begin when the bus is reachable. */
  consume(consumer: BusConsumer): Running;
  /** Every replica receives every event from now on; nothing is stored or repeated. For caches that expire by themselves. */
  listen(types: readonly string[], handle: (event: EventEnvelope) => void | Promise<void>): Running;
  /**
   * Sends `text` to every replica that listens to the channel now; nothing is stored, repeated or confirmed. For what is
   * worthless a second later: typing indicators.
   * @param channel `[a-z-]`
   */
  broadcast(channel: string, text: string): void;
  onBroadcast(channel: string, handle: (text: string) => void): Running;
  /**
   * Deletes what the bus has stored of a project's events since `since`, where `matches`, for good. Consumers that have not had them
   * find them in the outbox.
   * @throws when the bus is unreachable; what was deleted stays so
   */
  forget(
    projectId: string,
    since: Date,
    matches: (event: EventEnvelope) => boolean,
    signal: AbortSignal,
  ): Promise<void>;
  /** Whether the bus is reachable, and if not, why. */
  health(): BusHealth;
  /** Resolves when no delivery runs or waits in this process. Attempts that are due much later do not count. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** All in ms. */
export interface BusTimings {
  /** A delivery that is not answered in this time is made again. */
  ackWaitMs: number;
  /** Before the second, third, … attempt; further ones wait like the last. */
  retryDelaysMs: readonly number[];
}

const second = 1_000;
const minute = 60 * second;

/** Source: contract 50 section 3.4. Eight attempts: the first, and one after each delay. */
export const busTimings: BusTimings = {
  ackWaitMs: 30 * second,
  retryDelaysMs: [second, 5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, 60 * minute],
};

/** How long to wait after `attempt` has failed. */
export function retryDelayMs(timings: BusTimings, attempt: number): number {
  return timings.retryDelaysMs[attempt - 1] ?? timings.retryDelaysMs.at(-1) ?? 0;
}

/** Of the schedule, after `attempt`. */
export function attemptsLeft(timings: BusTimings, attempt: number): number {
  return timings.retryDelaysMs.length + 1 - attempt;
}

/** NATS subject of an event. Source: contract 50 section 3.2. */
export function subjectOf(event: Pick<OutgoingEvent, 'projectId' | 'type'>): string {
  return `parley.${event.projectId}.${event.type}`;
}

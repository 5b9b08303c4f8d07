import type { Metrics } from '../observability/metrics.ts';

/** Measurements of publishing and consuming. Labels are few-valued: no ids, no projects. */
export interface EventMetrics {
  /** Events the bus has taken. */
  published(count: number): void;
  /** Age of the oldest event that is not yet published, among the shards of this process; 0 when there is none. */
  oldestSeconds(seconds: number): void;
  /** From an event's transaction to the start of its handling. */
  consumerLag(consumer: string, seconds: number): void;
  handled(consumer: string, type: string, outcome: 'done' | 'duplicate' | 'retry' | 'dead', durationMs: number): void;
  /** Everything that `publisher` has committed at or before this time, in ms since the epoch, the consumer has passed. */
  asOf(consumer: string, publisher: string, timeMs: number): void;
  /** An event that was fetched from an outbox because the bus had not brought it. */
  reconciled(consumer: string): void;
}

/** Measures nothing. */
export const noMetrics: EventMetrics = {
  published: () => undefined,
  oldestSeconds: () => undefined,
  consumerLag: () => undefined,
  handled: () => undefined,
  asOf: () => undefined,
  reconciled: () => undefined,
};

/** The metrics of contract 50 section 3.5 in a service's registry. Once per registry. */
export function countEvents(metrics: Metrics): EventMetrics {
  const published = metrics.counter('parley_events_published_total', 'Events handed over to the bus');
  const oldest = metrics.gauge('parley_outbox_oldest_seconds', 'Age of the oldest event that is not yet published');
  const lag = metrics.gauge('parley_consumer_lag_seconds', 'From an event to its handling, latest', ['consumer']);
  const asOf = metrics.gauge(
    'parley_consumer_as_of_seconds',
    'Unix time: everything the publisher has committed by then was handled',
    ['consumer', 'publisher'],
  );
  const reconciled = metrics.counter(
    'parley_events_reconciled_total',
    'Events fetched from an outbox because the bus had not brought them',
    ['consumer'],
  );
  // Alias for one release: dashboards and alerts of the one before read it.
  const unbidden = metrics.counter('parley_events_unbidden_total', 'Alias of parley_events_reconciled_total', [
    'consumer',
  ]);
  const dead = metrics.counter('parley_dead_letters_total', 'Events moved to the dead letters', ['consumer', 'type']);
  return {
    published: (count) => published.inc(count),
    oldestSeconds: (seconds) => oldest.set(seconds),
    consumerLag: (consumer, seconds) => lag.set({ consumer }, seconds),
    handled(consumer, type, outcome, durationMs) {
      const failed = outcome === 'retry' || outcome === 'dead';
      metrics.handled({
        transport: 'event',
        operation: `${consumer}:${type}`,
        outcome: failed ? 'failed' : 'ok',
        code: outcome,
        durationMs,
      });
      if (outcome === 'dead') dead.inc({ consumer, type });
    },
    asOf: (consumer, publisher, timeMs) => asOf.set({ consumer, publisher }, timeMs / 1000),
    reconciled(consumer) {
      reconciled.inc({ consumer });
      unbidden.inc({ consumer });
    },
  };
}

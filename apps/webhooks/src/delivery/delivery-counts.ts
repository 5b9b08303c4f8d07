import type { CallError } from '@parley/contracts';
import { countSuppressed } from '@parley/service-kit/consumers';
import type { Metrics } from '@parley/service-kit/observability';

/** Metrics of deliveries. */
export interface DeliveryCounts {
  call(outcome: 'ok' | CallError): void;
  /** Time from the event to the call that succeeded. */
  delivered(durationMs: number): void;
  /** Counts an event of this type that exceeded the maximum causation depth. */
  suppressed(type: string): void;
}

export function countDeliveries(metrics: Metrics): DeliveryCounts {
  const calls = metrics.counter('parley_webhook_calls_total', 'Calls to receivers by outcome', ['outcome']);
  const seconds = metrics.histogram('parley_webhook_delivery_seconds', 'From an event to its delivery');
  return {
    call: (outcome) => calls.inc({ outcome }),
    delivered: (durationMs) => seconds.observe(durationMs / 1_000),
    suppressed: countSuppressed(metrics),
  };
}

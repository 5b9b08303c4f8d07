import type { EventEnvelope } from '@parley/contracts';

import type { Metrics } from '../observability/metrics.ts';

/** `EVENT_MAX_DEPTH`. Source: contract 50 section 1. */
const defaultMaxDepth = 8;

/**
 * True when an event changes state and numbers like any other, but may start no bot turn and no webhook any more: it stands at
 * the end of a chain of causes.
 */
export function isSuppressed(event: Pick<EventEnvelope, 'depth'>, maxDepth: number = defaultMaxDepth): boolean {
  return event.depth >= maxDepth;
}

/** Counts, by type, the events that have started nothing for their depth. Once per registry; where `isSuppressed` is asked. */
export function countSuppressed(metrics: Metrics): (type: string) => void {
  const suppressed = metrics.counter('parley_events_suppressed_total', 'Events at the depth limit', ['type']);
  metrics.alias('parley_events_suppressed', suppressed);
  return (type) => suppressed.inc({ type });
}

import type { EventEnvelope } from '@parley/contracts';

/** `EVENT_MAX_DEPTH`. Source: contract 50 section 1. */
export const defaultMaxDepth = 8;

/**
 * True when an event changes state and numbers like any other, but may start no bot turn and no webhook any more: it stands at
 * the end of a chain of causes.
 */
export function isSuppressed(event: Pick<EventEnvelope, 'depth'>, maxDepth: number = defaultMaxDepth): boolean {
  return event.depth >= maxDepth;
}

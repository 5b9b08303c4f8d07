/** Circuit breaker of a subscription. Source: contract 50 section 8. */
export interface Breaker {
  /** Consecutive failures. */
  failures: number;
  failingSince: Date | null;
  /** No calls are made until then; afterwards a single call probes (half-open). Null: the breaker is closed. */
  openUntil: Date | null;
  /** How long the breaker was last opened for. */
  waitMs: number;
}

export const closed: Breaker = { failures: 0, failingSince: null, openUntil: null, waitMs: 0 };

const maxFailures = 10;
const initialWaitMs = 30_000;
const maxWaitMs = 3_600_000;
const disableAfterMs = 5 * 86_400_000;

type BreakerState = 'closed' | 'open' | 'half_open';

export function stateOf({ openUntil }: Breaker, now: Date): BreakerState {
  if (openUntil === null) return 'closed';
  return openUntil > now ? 'open' : 'half_open';
}

/** Counts a failure. Calls that were in flight when the breaker opened do not prolong the wait. */
export function afterFailure(breaker: Breaker, now: Date): Breaker {
  const failures = breaker.failures + 1;
  const failing = { ...breaker, failures, failingSince: breaker.failingSince ?? now };
  if (failures < maxFailures || stateOf(breaker, now) === 'open') return failing;
  const waitMs = breaker.openUntil === null ? initialWaitMs : Math.min(breaker.waitMs * 2, maxWaitMs);
  return { ...failing, waitMs, openUntil: new Date(now.getTime() + waitMs) };
}

/** True when no call has succeeded for so long that the subscription is to be disabled. */
export function shouldDisable({ failures, failingSince }: Breaker, now: Date): boolean {
  return failures >= maxFailures && failingSince !== null && now.getTime() - failingSince.getTime() >= disableAfterMs;
}

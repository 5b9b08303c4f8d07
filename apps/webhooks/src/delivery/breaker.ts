/** How calls to a subscription go. Source: contract 50 section 8. */
export interface Breaker {
  /** In a row. */
  failures: number;
  failingSince: Date | null;
  /** Nobody calls until then; afterwards one call tries. Nothing: it is closed. */
  openUntil: Date | null;
  /** How long it was opened for last. */
  waitMs: number;
}

export const closed: Breaker = { failures: 0, failingSince: null, openUntil: null, waitMs: 0 };

const maxFailures = 10;
const firstWaitMs = 30_000;
const maxWaitMs = 3_600_000;
const disableAfterMs = 5 * 86_400_000;

type BreakerState = 'closed' | 'open' | 'half_open';

export function stateOf({ openUntil }: Breaker, now: Date): BreakerState {
  if (openUntil === null) return 'closed';
  return openUntil > now ? 'open' : 'half_open';
}

/** One more failure. Of calls that were under way while it opened, none makes it wait longer. */
export function afterFailure(breaker: Breaker, now: Date): Breaker {
  const failures = breaker.failures + 1;
  const failing = { ...breaker, failures, failingSince: breaker.failingSince ?? now };
  if (failures < maxFailures || stateOf(breaker, now) === 'open') return failing;
  const waitMs = breaker.openUntil === null ? firstWaitMs : Math.min(breaker.waitMs * 2, maxWaitMs);
  return { ...failing, waitMs, openUntil: new Date(now.getTime() + waitMs) };
}

/** True when nothing has gone through for so long that nobody is there any more. */
export function shouldDisable({ failures, failingSince }: Breaker, now: Date): boolean {
  return failures >= maxFailures && failingSince !== null && now.getTime() - failingSince.getTime() >= disableAfterMs;
}

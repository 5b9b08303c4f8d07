import { nextWaitMs, type RetrySchedule } from '@parley/outbound';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Source: contract 50 section 8. */
const schedule: RetrySchedule = {
  waitsMs: [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
  jitter: 0.1,
  maxRetryAfterMs: 24 * hour,
};

/** Lifetime of a delivery; no attempts are made after it. */
export const lifetimeMs = 84 * hour;

interface Failure {
  /** Attempts that failed so far, this one among them. */
  failures: number;
  at: Date;
  expiresAt: Date;
  /** The receiver's `Retry-After` header. */
  retryAfter: string | undefined;
  /** Jitter, from 0 to 1; 0.5 leaves the wait unchanged. */
  random?: number;
}

/** Time of the next attempt; `undefined` after the last one. */
export function nextAttemptAt({ expiresAt, ...failure }: Failure): Date | undefined {
  const waitMs = nextWaitMs(schedule, failure);
  if (waitMs === undefined) return undefined;
  const next = new Date(failure.at.getTime() + waitMs);
  return next < expiresAt ? next : undefined;
}

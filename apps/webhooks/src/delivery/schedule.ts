const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Backoff between attempts. Source: contract 50 section 8. */
const waitsMs: readonly number[] = [
  ...[5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
];

/** Lifetime of a delivery; no attempts are made after it. */
export const lifetimeMs = 84 * hour;
const maxRetryAfterMs = 24 * hour;

interface Failure {
  /** Attempts that failed so far, this one among them. */
  failures: number;
  at: Date;
  expiresAt: Date;
  /** The receiver's `Retry-After` header. */
  retryAfter?: string | undefined;
  /** Jitter, from 0 to 1; 0.5 leaves the wait unchanged. */
  random?: number;
}

/** Time of the next attempt; `undefined` after the last one. */
export function nextAttemptAt({
  failures,
  at,
  expiresAt,
  retryAfter,
  random = Math.random(),
}: Failure): Date | undefined {
  const wait = waitsMs[failures - 1];
  if (wait === undefined) return undefined;
  const next = new Date(at.getTime() + Math.max(wait * (0.9 + random * 0.2), retryAfterMs(retryAfter, at)));
  return next < expiresAt ? next : undefined;
}

/** Reads seconds or a date; anything else counts as 0. */
function retryAfterMs(text: string | undefined, at: Date): number {
  if (text === undefined) return 0;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * second : Date.parse(text) - at.getTime();
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(0, ms), maxRetryAfterMs);
}

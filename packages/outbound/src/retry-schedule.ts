/** How often a failed call is repeated, and after which waits. */
export interface RetrySchedule {
  /** Before each attempt after the first, in ms. */
  waitsMs: readonly number[];
  /** Each wait differs by up to this share, so that calls that failed together are not repeated together. */
  jitter: number;
  /** The longest `Retry-After` that is honoured, in ms. */
  maxRetryAfterMs: number;
}

interface Failure {
  /** Attempts that failed so far, this one among them. */
  failures: number;
  at: Date;
  /** The header of the answer, if one came. */
  retryAfter: string | undefined;
  /** Jitter, from 0 to 1; 0.5 leaves the wait unchanged. */
  random?: number;
}

/** The wait in ms before the next attempt, never shorter than the receiver asks for; `undefined` after the last attempt. */
export function nextWaitMs(
  { waitsMs, jitter, maxRetryAfterMs }: RetrySchedule,
  { failures, at, retryAfter, random = Math.random() }: Failure,
): number | undefined {
  const wait = waitsMs[failures - 1];
  if (wait === undefined) return undefined;
  const jittered = Math.round(wait * (1 + jitter * (2 * random - 1)));
  return Math.max(jittered, Math.min(retryAfterMs(retryAfter, at), maxRetryAfterMs));
}

const transientStatuses: ReadonlySet<number> = new Set([408, 425, 429]);

/** Whether a repetition of the call may succeed where this status was answered. */
export function isTransientStatus(status: number): boolean {
  return status >= 500 || transientStatuses.has(status);
}

/** `Retry-After` is a number of seconds or a date; anything else counts as 0. */
function retryAfterMs(text: string | undefined, at: Date): number {
  if (text === undefined) return 0;
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - at.getTime();
  return Number.isNaN(ms) ? 0 : Math.max(0, ms);
}

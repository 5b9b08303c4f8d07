import { setTimeout as delay } from 'node:timers/promises';

/** `ms` ± 25 %, so that timers of many processes do not fire at once. */
export function jittered(ms: number): number {
  return ms * (0.75 + Math.random() / 2);
}

/** Resolves after `ms`; the timer keeps no process alive. Never rejects. @param over ends it early */
export async function pause(ms: number, over?: AbortSignal): Promise<void> {
  await delay(ms, undefined, { ref: false, signal: over }).catch(() => undefined);
}

/**
 * Whole ms until the next multiple of `everyMs`, and `offsetMs` after it: what waits for the same moment wakes the process once.
 * @param offsetMs below `everyMs`; for what must not coincide with others
 */
export function untilNext(everyMs: number, offsetMs = 0): number {
  return Math.ceil(everyMs - ((performance.now() + everyMs - offsetMs) % everyMs));
}

/** Exponential backoff: the wait in ms after the n-th failure, which grows from `firstMs` by `factor` up to `maxMs`. */
export function exponentialBackoff(firstMs: number, maxMs: number, factor = 2): (attempt: number) => number {
  return (attempt) => Math.min(firstMs * factor ** (attempt - 1), maxMs);
}

/** The result of `work`, which keeps running after the time. @throws Error with `message` when it takes longer than `ms` */
export async function withTimeout<T>(work: Promise<T>, ms: number, message: string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(message)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

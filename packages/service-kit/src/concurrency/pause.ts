import { setTimeout as delay } from 'node:timers/promises';

/** `ms` ± 25 %, so that timers of many processes do not fire at once. */
export function jittered(ms: number): number {
  return ms * (0.75 + Math.random() / 2);
}

/** Resolves after `ms`; the timer keeps no process alive. Never rejects. @param over ends it early */
export async function pause(ms: number, over?: AbortSignal): Promise<void> {
  await delay(ms, undefined, { ref: false, signal: over }).catch(() => undefined);
}

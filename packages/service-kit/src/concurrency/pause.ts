import { setTimeout as delay } from 'node:timers/promises';

/** About `ms`, so that what waits in many processes does not begin in all of them at once. */
export function jittered(ms: number): number {
  return ms * (0.75 + Math.random() / 2);
}

/** Waits, and keeps no process alive meanwhile. @param over ends it early */
export async function pause(ms: number, over?: AbortSignal): Promise<void> {
  await delay(ms, undefined, { ref: false, signal: over }).catch(() => undefined);
}

import { setTimeout as delay } from 'node:timers/promises';

/** Waits, and keeps no process alive meanwhile. @param over ends it early */
export async function pause(ms: number, over?: AbortSignal): Promise<void> {
  await delay(ms, undefined, { ref: false, signal: over }).catch(() => undefined);
}

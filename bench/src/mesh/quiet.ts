import { setTimeout as delay } from 'node:timers/promises';

import type { Side, Usage } from './side.ts';

/** Processor seconds each second. */
type Share = Pick<Usage, 'node' | 'postgres'>;

/** All in ms. */
const everyMs = 100;
const quietForMs = 1_500;
const patienceMs = 180_000;
/** Processor seconds that quiet may take beyond the idle level: clocks tick in hundredths, once for each process. */
const slack = 0.05;

/** When a side came to rest. */
export interface Rest {
  usage: Usage;
  /** By `performance.now()`. */
  at: number;
}

/**
 * Waits until a side has nothing left to do: the processor time of all its processes is back at the idle level for 1.5 s, and
 * every consumer has handled every event.
 * @param idle what it takes at rest
 * @returns the moment when that began, and what had been used by then
 * @throws Error after three minutes
 */
export async function untilQuiet({ name, usage, database }: Side, idle: Share): Promise<Rest> {
  const seen: Rest[] = [{ usage: usage(), at: performance.now() }];
  for (const until = performance.now() + patienceMs; performance.now() < until; ) {
    await delay(everyMs);
    const now = { usage: usage(), at: performance.now() };
    seen.push(now);
    while ((seen[1]?.at ?? now.at) <= now.at - quietForMs) seen.shift();
    const [first] = seen;
    if (!first || now.at - first.at < quietForMs) continue;

    const allowed = (cpuOf(idle) * 1.5 * (now.at - first.at)) / 1_000 + slack;
    if (cpuOf(now.usage) - cpuOf(first.usage) <= allowed && (await database.oldestEvent()) === 0) return first;
  }
  throw new Error(`${name} has not come to rest.`);
}

export function cpuOf({ node, postgres }: Share): number {
  return node + postgres;
}

import { availableParallelism, loadavg } from 'node:os';

/** For which the time-outs of tests are written. */
const cores = 2;
const maxFactor = 10;
/** The system updates its load average every five seconds, and tests ask for it before every call. */
const loadAgeMs = 1_000;
let load = { average: 0, at: Number.NEGATIVE_INFINITY };

/**
 * A time-out as it is written for two idle cores, longer where there are fewer, or where more wants to run than there are. The one place
 * in which time-outs of tests follow the machine: those of jest (`jest/native-environment.mjs`), of `eventually`, and of calls.
 */
export function timeoutOf(ms: number): number {
  const own = availableParallelism();
  const now = performance.now();
  if (now - load.at > loadAgeMs) load = { average: loadavg()[0] ?? 0, at: now };
  const wanted = Math.max(1, load.average / own);
  return Math.round(ms * Math.min(maxFactor, wanted * Math.max(1, cores / own)));
}

import { availableParallelism, loadavg } from 'node:os';

/** For which the time-outs of tests are written. */
const cores = 2;
const maxFactor = 10;

/**
 * A time-out as it is written for two idle cores, longer where there are fewer, or where more wants to run than there are. The one place
 * in which time-outs of tests follow the machine: those of jest (`jest/native-environment.mjs`), of `eventually`, and of calls.
 */
export function timeoutOf(ms: number): number {
  const own = availableParallelism();
  const wanted = Math.max(1, (loadavg()[0] ?? 0) / own);
  return Math.round(ms * Math.min(maxFactor, wanted * Math.max(1, cores / own)));
}

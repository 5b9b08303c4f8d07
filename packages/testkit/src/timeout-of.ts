import { availableParallelism, loadavg } from 'node:os';

/** For which the time-outs of tests are written. */
const cores = 2;
const maxFactor = 10;
/** The system updates its load average every five seconds, and tests ask before every call; Node reads files to count cores. */
const maxAgeMs = 1_000;
let machine = { own: cores, load: 0, at: Number.NEGATIVE_INFINITY };

/**
 * A time-out as it is written for two idle cores, longer where there are fewer, or where more wants to run than there are. The one place
 * in which time-outs of tests follow the machine: those of jest (`jest/native-environment.mjs`), of `eventually`, and of calls.
 */
export function timeoutOf(ms: number): number {
  const now = performance.now();
  if (now - machine.at > maxAgeMs) machine = { own: availableParallelism(), load: loadavg()[0] ?? 0, at: now };
  const { own, load } = machine;
  const wanted = Math.max(1, load / own);
  return Math.round(ms * Math.min(maxFactor, wanted * Math.max(1, cores / own)));
}

import { setTimeout as delay } from 'node:timers/promises';

import { timeoutOf } from './timeout-of.ts';

export interface EventuallyOptions {
  /** On an idle machine (see `timeoutOf`); default 5 s. */
  timeoutMs?: number;
  /** Default: 20 ms at first, and less often of what takes long. */
  everyMs?: number;
}

const [fastestMs, slowestMs] = [20, 100];

/**
 * Asks again until `check` neither throws nor answers `false`, and resolves to its answer. For what becomes true by itself;
 * expectations inside it are fine.
 * @throws the last error of `check` when the time is over
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  options: EventuallyOptions = {},
): Promise<Exclude<T, false>> {
  const { timeoutMs = 5_000, everyMs } = options;
  const began = Date.now();
  const until = began + timeoutOf(timeoutMs);
  for (;;) {
    const outcome = await attempt(check);
    if ('answer' in outcome) return outcome.answer;
    if (Date.now() >= until) throw outcome.error;
    // Of a job that runs every few seconds, hundreds of questions would take the processor from what they wait for.
    await delay(everyMs ?? Math.max(fastestMs, Math.min((Date.now() - began) / 10, slowestMs)));
  }
}

async function attempt<T>(check: () => T | Promise<T>): Promise<{ answer: Exclude<T, false> } | { error: unknown }> {
  try {
    const answer = await check();
    return answer === false
      ? { error: new Error('It did not become true in time.') }
      : { answer: answer as Exclude<T, false> };
  } catch (error) {
    return { error };
  }
}

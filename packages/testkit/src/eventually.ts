import { setTimeout as delay } from 'node:timers/promises';

import { timeoutOf } from './timeout-of.ts';

export interface EventuallyOptions {
  /** On an idle machine (see `timeoutOf`); default 5 s. */
  timeoutMs?: number;
  /** Default 20 ms. */
  everyMs?: number;
}

/**
 * Asks again until `check` neither throws nor answers `false`, and resolves to its answer. For what becomes true by itself;
 * expectations inside it are fine.
 * @throws the last error of `check` when the time is over
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  options: EventuallyOptions = {},
): Promise<Exclude<T, false>> {
  const { timeoutMs = 5_000, everyMs = 20 } = options;
  const until = Date.now() + timeoutOf(timeoutMs);
  for (;;) {
    const outcome = await attempt(check);
    if ('answer' in outcome) return outcome.answer;
    if (Date.now() >= until) throw outcome.error;
    await delay(everyMs);
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

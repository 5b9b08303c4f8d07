import { eventually, timeoutOf } from '@parley/testkit';

import type { Process } from './processes.ts';

const patience = { timeoutMs: 60_000, everyMs: 100 };
const line = /^parley_consumer_as_of_seconds\{(.+)\} (\S+)$/gm;

/** Resolves when every consumer of these processes has handled what was committed before the call. */
export async function caughtUp(processes: readonly Pick<Process, 'url'>[]): Promise<void> {
  const since = Date.now() / 1_000;
  await eventually(async () => {
    const reported = [...(await asOf(processes))];
    if (reported.length === 0) throw new Error('no consumer reports how far it is');
    const behind = reported.filter(([, seconds]) => seconds < since).map(([consumer]) => consumer);
    if (behind.length > 0) throw new Error(`still behind: ${behind.join(', ')}`);
  }, patience);
}

/** By consumer and publisher; of a service's replicas one reports what the others may have reported before. */
async function asOf(processes: readonly Pick<Process, 'url'>[]): Promise<Map<string, number>> {
  const newest = new Map<string, number>();
  for (const { url } of processes) {
    const answer = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(timeoutOf(5_000)) });
    for (const [, consumer = '', seconds] of (await answer.text()).matchAll(line)) {
      newest.set(consumer, Math.max(newest.get(consumer) ?? 0, Number(seconds)));
    }
  }
  return newest;
}

import { eventually } from '@parley/testkit';

import type { Mesh } from '../mesh.ts';

const patience = { timeoutMs: 60_000, everyMs: 100 };
const line = /^parley_consumer_as_of_seconds\{(.+)\} (\S+)$/gm;

/** Resolves when every consumer has handled what was committed before the call: the copies of each service know of it. */
export async function settled(mesh: Mesh): Promise<void> {
  const since = Date.now() / 1_000;
  await eventually(async () => {
    const behind = [...(await asOf(mesh))].filter(([, seconds]) => seconds < since).map(([consumer]) => consumer);
    if (behind.length > 0) throw new Error(`still behind: ${behind.join(', ')}`);
  }, patience);
}

/** By consumer and publisher; of a service's replicas one tells what the others may have told before. */
async function asOf(mesh: Mesh): Promise<Map<string, number>> {
  const newest = new Map<string, number>();
  for (const { process } of mesh.replicas) {
    const answer = await fetch(`${process.url}/metrics`, { signal: AbortSignal.timeout(5_000) });
    for (const [, consumer = '', seconds] of (await answer.text()).matchAll(line)) {
      newest.set(consumer, Math.max(newest.get(consumer) ?? 0, Number(seconds)));
    }
  }
  return newest;
}

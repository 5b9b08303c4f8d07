import { setTimeout as delay } from 'node:timers/promises';

import { type Amounts, amountsOf, eachAmount, type Side } from './side.ts';

/** What a side does at rest, each second. */
export interface Idle extends Amounts {
  statements: number;
}

/** Of a baseline, which does nothing. */
export const noIdle: Idle = { ...eachAmount(() => 0), statements: 0 };

/** Of a mesh, in so many seconds. */
export async function measureIdle(side: Side, seconds: number): Promise<Idle> {
  let idle = noIdle;
  const asked = await side.database.statementsOf(async () => {
    const before = await amountsOf(side);
    const began = performance.now();
    await delay(seconds * 1_000);
    const after = await amountsOf(side);
    const took = (performance.now() - began) / 1_000;
    idle = { ...eachAmount((name) => (after[name] - before[name]) / took), statements: 0 };
  });
  return { ...idle, statements: asked.reduce((sum, { calls }) => sum + calls, 0) / seconds };
}

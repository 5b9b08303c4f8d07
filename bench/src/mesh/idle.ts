import { setTimeout as delay } from 'node:timers/promises';

import { type Amounts, type AskedStatement, amountsOf, eachAmount, type Side, sharesOf } from './side.ts';

/** What a side does at rest, each second. */
export interface Idle extends Amounts {
  statements: number;
  /** The most frequent ones first. */
  list: AskedStatement[];
}

/** Of a baseline, which does nothing. */
export const noIdle: Idle = { ...eachAmount(() => 0), statements: 0, list: [] };

/** Of a mesh, in so many seconds. */
export async function measureIdle(side: Side, seconds: number): Promise<Idle> {
  let idle = noIdle;
  const asked = await side.database.statementsOf(async () => {
    const before = await amountsOf(side);
    const began = performance.now();
    await delay(seconds * 1_000);
    const after = await amountsOf(side);
    const took = (performance.now() - began) / 1_000;
    idle = { ...eachAmount((name) => (after[name] - before[name]) / took), statements: 0, list: [] };
  });
  const list = sharesOf(asked, seconds);
  return { ...idle, list, statements: list.reduce((sum, { calls }) => sum + calls, 0) };
}

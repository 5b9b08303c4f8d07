import { setTimeout as delay } from 'node:timers/promises';

import { stopShared } from '@parley/testkit';

import { CountedWork } from './counted-work.ts';
import { startMesh } from './mesh.ts';

/** Statements a second of all services, whatever the machine. */
const maxAtRest = 16;

it('asks the database next to nothing at rest: clocks go slowly while nothing happens', async () => {
  // All statements of this process are counted, those of a shared mesh too.
  await stopShared();
  const counted = new CountedWork();
  const mesh = await startMesh({}, { log: counted.log });
  try {
    await mesh.settled();
    // Publishers notice their rest by a look that finds nothing.
    await delay(3_000);
    const perSecond = await counted.perSecondOf(() => delay(12_000));
    expect(perSecond).toBeLessThan(maxAtRest);
    expect(perSecond).toBeGreaterThan(0);
  } finally {
    await mesh.stop();
    counted.stop();
  }
}, 60_000);

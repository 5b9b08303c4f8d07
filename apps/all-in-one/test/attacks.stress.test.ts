import { amountOf } from '@parley/testkit';

import { withstandAttacks } from './attacks.ts';
import { startMesh, ways } from './mesh.ts';

it.each(ways.slice(0, amountOf({ quick: 1, soak: ways.length })))(
  'serves every other tenant while it is attacked, and as before afterwards, with calls %s',
  async (way) => {
    const mesh = await startMesh({ TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_FACTOR: '100' }, { way });
    await withstandAttacks(mesh).finally(() => mesh.stop());
  },
  180_000,
);

import type { AllInOne } from '../src/service.ts';
import { withstandAttacks } from './attacks.ts';
import { startMesh } from './mesh.ts';

let mesh: AllInOne;
beforeAll(async () => {
  mesh = await startMesh({ TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_FACTOR: '100' });
}, 60_000);
afterAll(() => mesh?.stop());

it('serves every other tenant while it is attacked, and as before afterwards', () => withstandAttacks(mesh), 120_000);

import { withstandAttacks } from '../../apps/all-in-one/test/attacks.ts';
import { Mesh } from './mesh.ts';

const minute = 60_000;

let mesh: Mesh;
beforeAll(async () => {
  mesh = await Mesh.start({ replicas: 1, withObjects: true, env: { TRUSTED_PROXIES: '127.0.0.1' } });
}, 10 * minute);
afterAll(() => mesh?.stop(), 2 * minute);

it(
  'serves every other tenant while it is attacked, and as before afterwards',
  async () => {
    const [gateway] = mesh.of('gateway');
    const [url] = mesh.gatewayUrls;
    await withstandAttacks({ url: url ?? '', ops: gateway?.process.url ?? '' });
  },
  5 * minute,
);

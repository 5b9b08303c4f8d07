import { newRequestId, newUser, newVisitor } from '../../apps/all-in-one/test/mesh.ts';
import { type Keys, keyNames, newKeys, rotate } from '../keys/keys.ts';
import { expectNothingLost, startLoad } from './load.ts';
import { Mesh, type Replica } from './mesh.ts';

const minute = 60_000;
const callsOfRound = 200;
const callers = 5;

/** New keys are accepted by all replicas, and used by those that have been replaced: the middle of a rotation. */
const added = keyNames.reduce<Keys>((keys, name) => rotate(keys, name, 'add'), newKeys());
const used = keyNames.reduce<Keys>((keys, name) => rotate(keys, name, 'use'), added);

let mesh: Mesh;
beforeAll(async () => {
  mesh = await Mesh.start({ replicas: 2, env: added });
}, 10 * minute);
afterAll(() => mesh?.stop(), 2 * minute);

it(
  'fails no call, loses or repeats no message and no frame while every replica of every service and every gateway is replaced, one after the other, by one that uses other keys',
  async () => {
    let over = false;
    const { load, done } = await startLoad(mesh, () => over);
    try {
      for (const service of [...mesh.serviceNames, 'gateway']) {
        for (const replica of mesh.of(service)) {
          const before = load.calls;
          load.step = `${service} at ${replica.host}`;
          expect(await mesh.replace(replica, used)).toBe(0);
          expect(load.calls).toBeGreaterThan(before);
        }
      }
    } finally {
      over = true;
      await done;
    }

    await expectNothingLost(load);
  },
  15 * minute,
);

/** Internal calls that a replica has answered. */
async function answered({ process }: Replica): Promise<number> {
  const text = await (await fetch(`${process.url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => /^parley_calls_total\{.*transport="grpc"/.test(line));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

it(
  'spreads internal calls over two replicas, and over four within a minute of the new ones’ start: each within a quarter of its share',
  async () => {
    const { customer: ada } = await newUser(mesh.url, 'Ada');
    // A project each: requests of one project that begin together ask workspace once.
    const shops = await Promise.all(
      Array.from({ length: callers }, async () => {
        const { body: project } = await ada.call('POST', '/projects', { name: 'Shop' });
        return { projectId: project._id, ...(await newVisitor(mesh.url, project._id, 'Vera')) };
      }),
    );
    const counts = () => Promise.all(mesh.of('workspace').map(answered));
    // Conversations asks workspace who is there to take each request.
    const sharesOfRound = async () => {
      const before = await counts();
      const caller = async ({ projectId, customer: vera }: (typeof shops)[number]) => {
        for (let call = 0; call < callsOfRound / callers; call++) {
          const path = `/${projectId}/requests/${newRequestId(projectId)}/messages`;
          expect((await vera.call('POST', path, { text: 'x' })).status).toBe(200);
        }
      };
      await Promise.all(shops.map(caller));
      const made = (await counts()).map((count, nth) => count - (before[nth] ?? 0));
      const sum = made.reduce((all, one) => all + one, 0);
      expect(sum).toBeGreaterThanOrEqual(callsOfRound);
      return made.map((one) => (one / sum) * made.length);
    };
    const isFair = (share: number) => share >= 0.75 && share <= 1.25;

    expect((await sharesOfRound()).filter(isFair)).toHaveLength(2);

    await Promise.all([mesh.grow('workspace'), mesh.grow('workspace')]);
    const until = Date.now() + minute;
    let shares: number[];
    do shares = await sharesOfRound();
    while (!shares.every(isFair) && Date.now() < until);
    expect(shares.filter(isFair)).toHaveLength(4);
  },
  10 * minute,
);

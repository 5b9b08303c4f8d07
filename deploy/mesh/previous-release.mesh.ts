import { eventually } from '@parley/testkit';

import { storing } from '../k8s/mesh.ts';
import { expectCounted, expectNothingLost, startLoad } from './load.ts';
import { Mesh } from './mesh.ts';
import { type Code, exportCode, findPreviousRelease } from './previous-release.ts';

const minute = 60_000;
const patience = { timeoutMs: 30_000 };

const commit = await findPreviousRelease();
const describeWithHistory = commit ? describe : describe.skip;

describeWithHistory(`a mesh of the previous release${commit ? '' : ' (not proven: history is missing)'}`, () => {
  let code: Code;
  let mesh: Mesh;
  beforeAll(async () => {
    code = await exportCode(commit ?? '');
    mesh = await Mesh.start({ replicas: 1, code: code.folder });
  }, 10 * minute);
  afterAll(async () => {
    await mesh?.stop();
    await code?.remove();
  }, 2 * minute);

  it(
    'fails no call, loses or repeats no message and no frame, and counts all of them, while each service goes over to this release, and one of them back',
    async () => {
      const former = [...mesh.replicas];
      let over = false;
      const { load, done } = await startLoad(mesh, () => over);
      const take = async <Result>(step: string, act: () => Promise<Result>): Promise<Result> => {
        const before = load.calls;
        load.step = step;
        const result = await act();
        // Each step is one that customers have met.
        await eventually(() => expect(load.calls).toBeGreaterThan(before + 5), patience);
        return result;
      };
      try {
        await take('all of the previous release', () =>
          eventually(() => expect(load.said.size).toBeGreaterThan(5), patience),
        );
        for (const { name } of storing) expect(await take(`migration of ${name}`, () => mesh.migrate(name))).toBe(0);
        // From the last of them on, each service has a replica of either release, and each of them calls both of every other.
        for (const name of [...mesh.serviceNames, 'gateway'])
          await take(`${name} of this release begins`, () => mesh.grow(name));
        await take('the previous release ends', async () => {
          const codes = await Promise.all(former.map((replica) => mesh.retire(replica)));
          expect(codes.filter((code) => code !== 0)).toEqual([]);
        });
        const ours = mesh.of('conversations').at(-1);
        if (!ours) throw new Error('The mesh has no conversations.');
        await take('conversations goes back', () => mesh.grow('conversations', code.folder));
        expect(await take('conversations of this release ends', () => mesh.retire(ours))).toBe(0);
      } finally {
        over = true;
        await done;
      }
      await expectNothingLost(load);
      await expectCounted(load);
    },
    10 * minute,
  );
});

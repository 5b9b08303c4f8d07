import { join } from 'node:path';

import { startMesh, type TestMesh } from './mesh.ts';
import { done, outcomeOf, readArchive, temporaryFolder } from './transfer-program.ts';

describe('a project that moves to another installation', () => {
  let from: TestMesh;
  let to: TestMesh;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let projectId: string;

  beforeAll(async () => {
    [from, to, folder] = await Promise.all([
      startMesh({ DEMO: 'true', DEMO_DAYS: '10' }),
      startMesh(),
      temporaryFolder(),
    ]);
    await from.settled();
    projectId = from.demo?.projectId ?? '';
  }, 180_000);

  afterAll(async () => {
    await Promise.all([from?.stop(), to?.stop(), folder?.remove()]);
  });

  it('is there as it was: an export of it equals the first one', async () => {
    const [first, second] = [join(folder.path, 'first'), join(folder.path, 'second')];
    const work = ['--work', join(folder.path, 'work')];

    expect(await outcomeOf(from, ['export', '--project', projectId, '--to', first])).toBe(done);
    expect(await outcomeOf(to, ['import', 'archive', first, '--activate', ...work])).toBe(done);
    await to.settled();
    expect(await outcomeOf(to, ['export', '--project', projectId, '--to', second])).toBe(done);

    const [one, other] = [await readArchive(first), await readArchive(second)];
    expect(one.manifest.counts).toMatchObject({ project: 1, request: expect.any(Number), message: expect.any(Number) });
    for (const kind of Object.keys(one.manifest.counts)) expect(await other.lines(kind)).toEqual(await one.lines(kind));
    expect(other.manifest.counts).toEqual(one.manifest.counts);
  }, 180_000);
});

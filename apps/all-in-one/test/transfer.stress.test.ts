import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { amountOf } from '@parley/testkit';

import { startMesh, type TestMesh } from './mesh.ts';
import { done, killedTransfer, outcomeOf, readArchive, temporaryFolder } from './transfer-program.ts';

describe('an import that is cut again and again', () => {
  let from: TestMesh;
  let to: TestMesh;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let projectId: string;
  const inFolder = (name: string) => join(folder.path, name);
  const work = () => ['--work', inFolder(`work-${randomUUID()}`)];

  beforeAll(async () => {
    from = await startMesh({ DEMO: 'true', DEMO_DAYS: '10' });
    to = await startMesh();
    folder = await temporaryFolder();
    await from.settled();
    projectId = from.demo?.projectId ?? '';
    expect(await outcomeOf(from, ['export', '--project', projectId, '--to', inFolder('first')])).toBe(done);
  }, 240_000);

  afterAll(async () => {
    await Promise.all([from?.stop(), to?.stop(), folder?.remove()]);
  });

  /** Of an export, without what time and place add. */
  async function recordsOf(name: string): Promise<Record<string, string[]>> {
    const { manifest, lines } = await readArchive(inFolder(name));
    const kinds = Object.keys(manifest.counts);
    return Object.fromEntries(await Promise.all(kinds.map(async (kind) => [kind, await lines(kind)] as const)));
  }

  it('ends as an undisturbed one: the program and all services are stopped at random moments', async () => {
    const rounds = amountOf({ quick: 6, soak: 20, full: 1_000 });
    for (let round = 0; round < rounds; round++) {
      const command = round < rounds / 2 ? ['archive'] : ['archive', '--activate'];
      const args = ['import', command[0] ?? '', inFolder('first'), ...command.slice(1), ...work()];
      const killed = killedTransfer(to, args, 800 + Math.random() * 3_000);
      if (round % 2 === 1) await to.restart({});
      await killed;
    }
    expect(await outcomeOf(to, ['import', 'archive', inFolder('first'), '--activate', ...work()])).toBe(done);
    expect(await outcomeOf(to, ['export', '--project', projectId, '--to', inFolder('second')])).toBe(done);
    const [one, other] = [await recordsOf('first'), await recordsOf('second')];
    expect(Object.keys(other)).toEqual(Object.keys(one));
    for (const [kind, was] of Object.entries(one)) {
      const expected = was.map((line) =>
        kind === 'mailbox' ? line.replace('"enabled":true', '"enabled":false') : line,
      );
      // Only what differs: a comparison of all lines would take minutes to write.
      expect([kind, other[kind]?.length]).toEqual([kind, was.length]);
      expect([kind, other[kind]?.filter((line, place) => line !== expected[place])]).toEqual([kind, []]);
    }
  }, 600_000);
});

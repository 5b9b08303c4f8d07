import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describeWithProgram } from '@parley/testkit';

import { repository } from '../commands.ts';
import { followGuide } from '../guide.ts';
import { type SharedMesh, sharedMesh } from '../shared-mesh.ts';

const minute = 60_000;
/** Languages of the guide, by the program that makes and runs their client. */
const languages = { typescript: 'npm', python: 'python3', go: 'go', java: 'mvn', csharp: 'java' } as const;

let mesh: SharedMesh;
let folder: string;
beforeAll(async () => {
  mesh = await sharedMesh();
}, 2 * minute);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-clients-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe.each(Object.entries(languages))('a client in %s', (language, program) => {
  describeWithProgram(program, 'from the reference', () => {
    it(
      'is made by the commands of the guide, and does what they show',
      async () => {
        const promised = await outputInGuide(language);
        const following = { folder, mark: language, env: { PARLEY_URL: mesh.url }, timeoutMs: 9 * minute };

        expect(promised.length).toBeGreaterThan(0);
        expect(await followGuide('clients', following)).toEqual(promised);
      },
      10 * minute,
    );
  });
});

/** What the guide says that its commands for a language print. */
async function outputInGuide(language: string): Promise<string[]> {
  const guide = await readFile(join(repository, 'docs/guides/clients.md'), 'utf8');
  const commands = guide.slice(guide.indexOf(`<!-- ${language}:begin`), guide.indexOf(`<!-- ${language}:end`));
  return [...commands.matchAll(/^#> (.+)$/gm)].map(([, line = '']) => line);
}

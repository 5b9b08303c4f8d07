import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { countNotProven, notProven, packages } from './not-proven.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

function run(...blocks: string[]) {
  return [{ testResults: blocks.map((block) => ({ ancestorTitles: [block] })) }];
}

it('says how many tests were not proven, and how each missing program is installed', () => {
  expect(notProven(run('a mesh', 'in a browser'))).toBe('');
  const [nats, chromium] = ['nats-server', 'chromium'].map((name) => `x (not proven: ${name} is not installed)`);
  expect(notProven(run(nats ?? '', nats ?? '', 'y', chromium ?? ''))).toBe(
    `
Not proven, because something is missing:
  chromium: 1 test. Install it with \`apt-get install chromium\` or \`brew install --cask chromium\`.
  nats-server: 2 tests. Install it with \`apt-get install nats-server\` or \`brew install nats-server\`; or start a Docker engine on Linux, which runs one.
`,
  );
});

it('says how the history of a checkout is fetched', () => {
  expect(notProven(run('a mesh (not proven: history is missing)'))).toContain(
    'history: 1 test. Fetch it with `git fetch --unshallow --tags`.',
  );
});

it('counts a test once, whatever it needs', () => {
  const nested = ['a mesh', 'x (not proven: helm is not installed)', 'y (not proven: kustomize is not installed)'];
  const tests = [nested, ['x (not proven: helm is not installed)'], ['a mesh', 'in a browser']];
  expect(countNotProven([{ testResults: tests.map((ancestorTitles) => ({ ancestorTitles })) }])).toBe(2);
});

it('knows the packages of every program that a test needs', async () => {
  const needed = new Set<string>();
  for await (const file of glob('{apps,packages,deploy}/*/**/*.test.ts', {
    cwd: repository,
    exclude: ['**/node_modules/**'],
  })) {
    const text = await readFile(join(repository, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/describeWithProgram\('([\w-]+)'/g)) needed.add(name);
  }
  expect(needed.size).toBeGreaterThan(3);
  expect([...needed].filter((name) => !(name in packages))).toEqual([]);
});

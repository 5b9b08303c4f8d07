import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { logFolderVariable, testLog, testLogFile } from './test-log.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

it('keeps what a service logs in a file of the test file', async () => {
  testLog('bots').error('provoked');
  testLog('bots', 'silent').error('silenced');

  const file = testLogFile(process.env[logFolderVariable] ?? '', expect.getState().testPath ?? '');
  const text = await readFile(file, 'utf8');
  expect(text).toContain('"service":"bots","msg":"provoked"');
  expect(text).not.toContain('silenced');
});

it('shows it when a test of the file has failed, and otherwise not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-test-log-'));
  try {
    const reporter = join(repository, 'packages/testkit/jest/failure-logs.mjs');
    const config = { rootDir: folder, testMatch: ['**/*.test.cjs'], transform: {}, reporters: [reporter] };
    for (const [name, wanted] of [
      ['good', 1],
      ['bad', 2],
    ] as const) {
      const test = join(folder, `${name}.test.cjs`);
      await writeFile(test, `it('counts', () => expect(1).toBe(${wanted}));`);
      await writeFile(testLogFile(folder, test), `said in the ${name} one\n`);
    }
    const jest = [join(repository, 'node_modules/jest/bin/jest.js'), '--config', JSON.stringify(config)];
    const shown = await new Promise<string>((resolve) => {
      const options = { cwd: folder, env: { ...process.env, [logFolderVariable]: folder } };
      execFile(process.execPath, jest, options, (_error, _stdout, stderr) => resolve(stderr));
    });

    expect(shown).toContain('said in the bad one');
    expect(shown).not.toContain('said in the good one');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);

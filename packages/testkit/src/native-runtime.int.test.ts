import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const jest = join(repository, 'node_modules/jest/bin/jest.js');

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; message: string; assertionResults: { title: string; status: string }[] }[];
}

/** What jest reports of test files with these contents, run one after the other in one process. */
async function reportOf(files: Record<string, string>): Promise<{ report: Report; outcomes: Record<string, string> }> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-jest-'));
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const own = (name: string) => join(repository, 'packages/testkit/jest', name);
    const config = {
      ...{ rootDir: folder, testMatch: ['**/*.test.mjs'], transform: {}, testTimeout: 200 },
      ...{ runtime: own('native-runtime.mjs'), testEnvironment: own('native-environment.mjs') },
    };
    const args = [jest, '--config', JSON.stringify(config), '--json', '--runInBand'];
    const shown = await new Promise<string>((resolve) => {
      execFile(process.execPath, args, { cwd: folder }, (_error, stdout) => resolve(stdout));
    });
    const report = JSON.parse(shown) as Report;
    const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
    return { report, outcomes: Object.fromEntries(tests.map(({ title, status }) => [title, status])) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

it('notices whatever can go wrong in a test, and in nothing beside it', async () => {
  const { report, outcomes } = await reportOf({
    'faults.test.mjs': `
      it('passes', () => expect([1]).toEqual([1]));
      it('compares wrong', () => expect(1).toBe(2));
      it('hangs', () => new Promise(() => undefined));
      it('throws beside itself', () => new Promise((resolve) => {
        setTimeout(() => { throw new Error('thrown by a timer'); }, 1);
        setTimeout(resolve, 50);
      }));
      it('leaves a rejection', async () => { Promise.reject(new Error('left alone')); await new Promise(setImmediate); });
      describe('after a hook that fails', () => {
        beforeAll(() => { throw new Error('not prepared'); });
        it('is not begun', () => undefined);
      });
      it('passes in the end', () => undefined);`,
    'broken.test.mjs': `import './is-not-there.mjs';`,
  });
  expect(outcomes).toEqual({
    passes: 'passed',
    'compares wrong': 'failed',
    hangs: 'failed',
    'throws beside itself': 'failed',
    'leaves a rejection': 'failed',
    'is not begun': 'failed',
    'passes in the end': 'passed',
  });
  const broken = report.testResults.find(({ name }) => name.endsWith('broken.test.mjs'));
  expect(broken?.message).toContain('is-not-there.mjs');
}, 60_000);

it('keeps the hooks and tests of a file to that file, and evaluates what files share once', async () => {
  const listeners = `globalThis[Symbol.for('EVENT_HANDLERS')].length`;
  const { report, outcomes } = await reportOf({
    'shared.mjs': `globalThis.count = (globalThis.count ?? 0) + 1; export const evaluated = () => globalThis.count;`,
    'a.test.mjs': `
      import { evaluated } from './shared.mjs';
      beforeEach(() => { globalThis.hooked = (globalThis.hooked ?? 0) + 1; });
      it('is the only one with a hook', () => {
        globalThis.listeners ??= ${listeners};
        expect([evaluated(), ${listeners}]).toEqual([1, globalThis.listeners]);
      });`,
    'b.test.mjs': `
      import { evaluated } from './shared.mjs';
      it('shares modules', () => expect(evaluated()).toBe(1));
      it('has no hook of another file', () => expect(globalThis.hooked ?? 0).toBeLessThanOrEqual(1));
      it('is reported to as many listeners', () => {
        globalThis.listeners ??= ${listeners};
        expect(${listeners}).toBe(globalThis.listeners);
      });`,
  });
  expect([report.numPassedTests, report.numFailedTests]).toEqual([4, 0]);
  expect(Object.keys(outcomes)).toHaveLength(4);
}, 60_000);

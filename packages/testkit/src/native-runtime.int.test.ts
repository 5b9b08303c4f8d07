import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const jest = join(repository, 'node_modules/jest/bin/jest.js');

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; message: string; assertionResults: { title: string; status: string }[] }[];
}

interface Outcome {
  report: Report;
  outcomes: Record<string, string>;
  /** What Jest and its workers say beside the report. */
  stderr: string;
  /** What the tests have written to `log.txt`. */
  log: string;
}

/** What jest reports of test files with these contents. @param options default: one after the other in one process */
async function reportOf(files: Record<string, string>, options = ['--runInBand']): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-jest-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const own = (name: string) => join(repository, 'packages/testkit/jest', name);
    const config = {
      ...{ rootDir: folder, testMatch: ['**/*.test.mjs'], transform: {}, testTimeout: 200 },
      ...{ runtime: own('native-runtime.mjs'), testEnvironment: own('native-environment.mjs') },
      ...{ globalSetup: own('global-setup.mjs'), globalTeardown: own('global-teardown.mjs') },
      testSequencer: own('by-group.mjs'),
    };
    const args = [jest, '--config', JSON.stringify(config), '--json', ...options];
    const env = { ...process.env, TMPDIR: folder, PARLEY_TEST_CONTAINERS: '' };
    const [stdout, stderr] = await new Promise<[string, string]>((resolve) => {
      execFile(process.execPath, args, { cwd: folder, env }, (_error, ...shown) => resolve(shown));
    });
    const report = JSON.parse(stdout) as Report;
    const log = await readFile(join(folder, 'log.txt'), 'utf8').catch(() => '');
    const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
    return { report, stderr, log, outcomes: Object.fromEntries(tests.map(({ title, status }) => [title, status])) };
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

describe('what test files share', () => {
  const files = {
    'log.mjs': `
      import { appendFileSync } from 'node:fs';
      export const log = (line) => appendFileSync(new URL('log.txt', import.meta.url), line + '\\n');`,
    'shared.mjs': `
      import { sharedByFiles } from '${new URL('./shared.ts', import.meta.url).href}';
      import { log } from './log.mjs';
      let starts = 0;
      export const share = sharedByFiles(async () => {
        log('started');
        if (starts++ === 0) throw new Error('not yet');
        // As a server does, it lets no process end.
        const timer = setInterval(() => undefined, 1_000);
        const stop = async () => {
          await new Promise((resolve) => setImmediate(resolve));
          clearInterval(timer);
          log('stopped');
        };
        return { stop };
      });`,
  };
  /** @param size in lines: where nothing is known of earlier runs, Jest begins with the largest */
  const file = (name: string, size: number) => `
    import { log } from '../../log.mjs';
    import { share } from '../../shared.mjs';
    it('${name}', async () => {
      const shared = await share().catch(share);
      expect(await share()).toBe(shared);
      log('${name}');
    });${'\n'.repeat(size)}`;
  const ofOneApp = { 'apps/a/one.int.test.mjs': file('one', 300), 'apps/a/two.int.test.mjs': file('two', 100) };

  it('is kept for all files of one app and kind, which run together, and started again after a start that failed', async () => {
    const others = { 'apps/a/unit.test.mjs': file('unit', 400), 'apps/b/other.int.test.mjs': file('other', 200) };
    const { log, report } = await reportOf({ ...files, ...ofOneApp, ...others });
    expect(report.numFailedTests).toBe(0);
    expect(log.trim().split('\n')).toEqual([
      ...['started', 'started', 'one', 'two', 'stopped'],
      ...['started', 'other', 'stopped'],
      ...['started', 'unit', 'stopped'],
    ]);
  }, 60_000);

  it('is stopped after the last test of its process, which ends by itself', async () => {
    const inBand = await reportOf({ ...files, ...ofOneApp });
    expect(inBand.log.trim().split('\n').at(-1)).toBe('stopped');
    const inWorkers = await reportOf({ ...files, ...ofOneApp }, ['--maxWorkers=2']);
    const ofEach = ['started', 'started', 'stopped'];
    expect(inWorkers.log.trim().split('\n').toSorted()).toEqual(['one', 'two', ...ofEach, ...ofEach].toSorted());
    for (const { stderr } of [inBand, inWorkers]) expect(stderr).not.toMatch(/did not exit|force exited/);
  }, 60_000);
});

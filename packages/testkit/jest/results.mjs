import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

import { countNotProven } from '../src/not-proven.ts';

/**
 * Writes what came of a run to the file that `PARLEY_TEST_RESULTS` names, for CI. Jest's own `--json` fails where an error that a test threw
 * has a cycle, as those of child processes have.
 */
export default class Results {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numPendingTests, testResults }) {
    const { PARLEY_TEST_RESULTS: file } = process.env;
    if (file === undefined) return;
    const failed = testResults.filter(({ numFailingTests, testExecError }) => numFailingTests > 0 || testExecError);
    const broken = failed.filter(({ numFailingTests }) => numFailingTests === 0);
    const seconds = testResults.map(({ testFilePath, perfStats }) => [
      relative(process.cwd(), testFilePath),
      perfStats.runtime / 1_000,
    ]);
    const missing = countNotProven(testResults);
    const results = {
      passed: numPassedTests,
      // A file that could not run is one fault, and so is a test that was skipped for another reason than that something is missing.
      failed: numFailedTests + numPendingTests - missing + broken.length,
      notProven: missing,
      failedFiles: failed.map(({ testFilePath }) => testFilePath),
      failures: failed.flatMap(({ testFilePath, testResults: tests }) => {
        const titles = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
        const file = relative(process.cwd(), testFilePath);
        return titles.length === 0 ? [`${file} could not run`] : titles.map((title) => `${file}: ${title}`);
      }),
      seconds: Object.fromEntries(seconds.toSorted(([, one], [, other]) => other - one)),
    };
    writeFileSync(file, JSON.stringify(results));
  }
}

import { existsSync, readFileSync } from 'node:fs';

import { logFolderVariable, testLogFile } from '../src/test-log.ts';

/** Shows what services have logged during a test file that has failed. See `testLog`. */
export default class FailureLogs {
  onTestFileResult({ path }, { numFailingTests, testExecError }) {
    const folder = process.env[logFolderVariable];
    if (folder === undefined || (numFailingTests === 0 && testExecError === undefined)) return;
    const file = testLogFile(folder, path);
    if (existsSync(file)) process.stderr.write(readFileSync(file));
  }
}

import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

import { createLogger, type Logger } from '@parley/service-kit/observability';

/** Names the folder of the run's logs; set by jest's global setup. */
export const logFolderVariable = 'PARLEY_TEST_LOGS';

/** What the services of one test file have logged, if anything. */
export function testLogFile(folder: string, testPath: string): string {
  return join(folder, `${testPath.replaceAll(/\W+/g, '_')}.log`);
}

/**
 * A log for a service under test. Errors are what many tests are about: they go to a file of the test file, and the run shows it
 * only when one of its tests has failed (`jest/failure-logs.mjs`). Standard output outside of jest.
 */
export function testLog(service: string, level = 'error'): Logger {
  const folder = process.env[logFolderVariable];
  // Benchmarks and programs that tests start use us, too, without jest.
  const testPath = typeof expect === 'undefined' ? undefined : expect.getState().testPath;
  if (folder === undefined || testPath === undefined) return createLogger({ service, level });
  const file = testLogFile(folder, testPath);
  return createLogger({ service, level, to: { write: (line) => appendFileSync(file, line) } });
}

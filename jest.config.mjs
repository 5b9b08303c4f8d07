/** @type {import('jest').Config} */
export default {
  roots: ['<rootDir>/apps', '<rootDir>/packages', '<rootDir>/scripts', '<rootDir>/bench', '<rootDir>/deploy'],
  testMatch: ['**/*.test.ts'],
  // Node itself loads the tests and what they test.
  runtime: '<rootDir>/packages/testkit/jest/native-runtime.mjs',
  testEnvironment: '<rootDir>/packages/testkit/jest/native-environment.mjs',
  transform: {},
  reporters: [
    'default',
    '<rootDir>/packages/testkit/jest/progress.mjs',
    '<rootDir>/packages/testkit/jest/failure-logs.mjs',
    '<rootDir>/packages/testkit/jest/not-proven.mjs',
    '<rootDir>/packages/testkit/jest/results.mjs',
  ],
  testSequencer: '<rootDir>/packages/testkit/jest/by-group.mjs',
  globalSetup: '<rootDir>/packages/testkit/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/packages/testkit/jest/global-teardown.mjs',
  modulePathIgnorePatterns: ['<rootDir>/.parley', '<rootDir>/.cache'],
  cacheDirectory: '<rootDir>/.cache/jest',
  // Two more than the cores that the suite is timed on: files wait for a lease, a heartbeat or a process for a third of their time, and their
  // core is idle.
  maxWorkers: 4,
  workerIdleMemoryLimit: '2GB',
  // The last flow test of a worker leaves a mesh to stop.
  workerGracefulExitTimeout: 10_000,
  testTimeout: 30_000,
};

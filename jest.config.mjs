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
  globalSetup: '<rootDir>/packages/testkit/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/packages/testkit/jest/global-teardown.mjs',
  modulePathIgnorePatterns: ['<rootDir>/.parley', '<rootDir>/.cache'],
  cacheDirectory: '<rootDir>/.cache/jest',
  maxWorkers: 2,
  workerIdleMemoryLimit: '1GB',
  testTimeout: 30_000,
};

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/apps', '<rootDir>/packages', '<rootDir>/scripts', '<rootDir>/bench', '<rootDir>/deploy'],
  testMatch: ['**/*.test.ts'],
  reporters: [
    'default',
    '<rootDir>/packages/testkit/jest/failure-logs.mjs',
    '<rootDir>/packages/testkit/jest/not-proven.mjs',
  ],
  globalSetup: '<rootDir>/packages/testkit/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/packages/testkit/jest/global-teardown.mjs',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/packages/testkit/jest/strip-types.mjs' },
  transformIgnorePatterns: [],
  modulePathIgnorePatterns: ['<rootDir>/.parley', '<rootDir>/.cache'],
  cacheDirectory: '<rootDir>/.cache/jest',
  maxWorkers: 2,
  workerIdleMemoryLimit: '1GB',
  testTimeout: 30_000,
};

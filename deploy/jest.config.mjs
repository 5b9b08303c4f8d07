import root from '../jest.config.mjs';

/** The suites that need a Docker engine: `npm run test:compose`. */
export default {
  ...root,
  rootDir: '..',
  roots: ['<rootDir>/deploy/test'],
  testMatch: ['**/*.docker.ts'],
  testSequencer: '<rootDir>/packages/testkit/jest/file-order.mjs',
  // Much of their time is that of containers which begin, are looked at every few seconds, and end.
  maxWorkers: 2,
};

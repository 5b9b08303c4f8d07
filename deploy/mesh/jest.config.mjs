import root from '../../jest.config.mjs';

/** The suites that need real NATS, Redis and S3, and several minutes: `npm run test:mesh`. */
export default {
  ...root,
  rootDir: '../..',
  roots: ['<rootDir>/deploy/mesh'],
  testMatch: ['**/*.mesh.ts'],
  testSequencer: '<rootDir>/packages/testkit/jest/file-order.mjs',
  // They wait for half of their time: for alerts, and for callers to notice that a replica goes.
  maxWorkers: 2,
};

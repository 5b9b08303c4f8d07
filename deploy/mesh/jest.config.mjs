import root from '../../jest.config.mjs';

/** The suites that need real NATS, Redis and S3, and several minutes: `npm run test:mesh`. */
export default {
  ...root,
  rootDir: '../..',
  roots: ['<rootDir>/deploy/mesh'],
  testMatch: ['**/*.mesh.ts'],
  maxWorkers: 1,
};

import root from '../jest.config.mjs';

/** The suites that need a Docker engine: `npm run test:compose`. */
export default {
  ...root,
  rootDir: '..',
  roots: ['<rootDir>/deploy/test'],
  testMatch: ['**/*.docker.ts'],
  maxWorkers: 1,
};

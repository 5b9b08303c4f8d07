import root from '../../../../jest.config.mjs';

/** Clients that generators of others make of the reference, which packages from the network need: `npm run test:clients`. */
export default {
  ...root,
  rootDir: '../../../..',
  roots: ['<rootDir>/apps/all-in-one/test/clients'],
  testMatch: ['**/*.clients.ts'],
  maxWorkers: 1,
};

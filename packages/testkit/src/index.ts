export { type TestDatabase, testDatabase } from './database.ts';
export { testServer } from './embedded-postgres.ts';
export { type EventuallyOptions, eventually } from './eventually.ts';

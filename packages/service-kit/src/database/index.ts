export { connectDatabase, type Database, type DatabaseOptions, type Statement } from './database.ts';
export { isUniqueViolation, orQueryTimeout, sqlState } from './failures.ts';
export { migrate } from './migrate.ts';
export { fingerprintOf, type Migration, migrationsOf } from './migration-folder.ts';
export {
  type Bind,
  binder,
  nextLink,
  type Page,
  type Placed,
  pageOf,
  type SortColumn,
  type SortedList,
} from './paging.ts';
export { recordTable } from './record-table.ts';
export { releases } from './releases.ts';
export type { Scanned } from './scan.ts';

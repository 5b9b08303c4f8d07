export { connectDatabase, type Database, type DatabaseOptions, type Statement } from './database/database.ts';
export { isUniqueViolation, sqlState } from './database/failures.ts';
export { isId, newId } from './ids.ts';

import { AppError, commonErrors } from '@parley/contracts';

/** The members of a driver's or server's error that we decide by. */
interface Failure {
  code?: unknown;
  severity?: unknown;
  syscall?: unknown;
  message?: unknown;
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/**
 * Classes and codes by which PostgreSQL says "not now" rather than "not so": 08 connection, 53 resources (connections,
 * disk, memory), 57 shutdown and cancelled by a timeout, 25P03/25P04 session or transaction timeout, 25006 read-only
 * (a replica just before or after a failover).
 */
const unavailableCodes = /^(08...|53...|57P0[1-5]|57014|25P03|25P04|25006|58030)$/;

/** Sentences of the driver and its pool that come without a code. */
const unavailableMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** Those of them for a limit of the pool: no connection was free or opened in time, or the server did not answer a statement in time. */
const timeLimitMessages =
  /^(timeout exceeded when trying to connect|Connection terminated due to connection timeout|timeout expired|Query read timeout)/;

const canceled = '57014';

function failureOf(error: unknown): Failure {
  return typeof error === 'object' && error !== null ? error : {};
}

/**
 * `dependency_down` with the cause for a database that cannot be reached, is out of connections or took too long;
 * every other error as it is.
 */
export function translate(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { code, severity, message } = failureOf(error);
  const isUnavailable =
    // Prisma's error, made of ours.
    code === 'dependency_down' ||
    (typeof code === 'string'
      ? networkCodes.has(code) || (severity !== undefined && unavailableCodes.test(code))
      : typeof message === 'string' && unavailableMessages.test(message));
  return isUnavailable ? commonErrors.dependency_down({ dependency: 'database' }, error) : error;
}

/**
 * For a database whose `limits` its callers know of: what ran into one of them is `query_timeout` rather than `dependency_down`.
 * Goes by the error, not by the time that has passed: a timer may fire up to 1 ms early.
 * @throws query_timeout
 */
export async function orQueryTimeout<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : error;
    const { message } = failureOf(cause);
    const isOverTime = sqlState(cause) === canceled || (typeof message === 'string' && timeLimitMessages.test(message));
    throw isOverTime ? commonErrors.query_timeout({}, error) : error;
  }
}

/** True for a serialization failure or deadlock: the same work, done again, may succeed. */
export function isConflict(error: unknown): boolean {
  const { code } = failureOf(error);
  return code === '40001' || code === '40P01';
}

/**
 * True when a prepared statement no longer fits its connection: a migration changed the table under it, or the server
 * forgot it. A new connection cures it.
 */
export function isStale(error: unknown): boolean {
  const { code, message } = failureOf(error);
  return code === '26000' || (code === '0A000' && message === 'cached plan must not change result type');
}

/** The SQLSTATE of a server's error, also when Prisma has wrapped it; undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  const { code, severity } = failureOf(error);
  if (typeof code === 'string' && severity !== undefined) return code;
  const { meta } = error as { meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } } };
  const original = meta?.driverAdapterError?.cause?.originalCode;
  return typeof original === 'string' ? original : undefined;
}

/** True when a unique constraint refused the row (through raw SQL or Prisma). */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}

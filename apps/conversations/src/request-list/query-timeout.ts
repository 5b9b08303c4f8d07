import { AppError, commonErrors } from '@parley/contracts';

/** Time to get a connection and to answer, 2 s in total. No parallel workers: other cores are for writers. */
export const searchLimits = { connectMs: 500, statementMs: 1_500, workers: 0 };

/** For what has a pool with `searchLimits`. @throws query_timeout */
export async function orQueryTimeout<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } catch (error) {
    const isOverTime = performance.now() - began >= searchLimits.connectMs;
    if (isOverTime && error instanceof AppError && error.kind === 'unavailable')
      throw commonErrors.query_timeout({}, error);
    throw error;
  }
}

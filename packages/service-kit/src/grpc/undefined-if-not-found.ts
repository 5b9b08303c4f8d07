import { AppError } from '@parley/contracts';

/** What is asked for, or nothing where the other service knows none. @throws AppError any other refusal */
export async function undefinedIfNotFound<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

import { AppError } from '@parley/contracts';

/** The answer of a call, or undefined when it was refused as not found. @throws AppError any other refusal */
export async function undefinedIfNotFound<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return undefined;
    throw error;
  }
}

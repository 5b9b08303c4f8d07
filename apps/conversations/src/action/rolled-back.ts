import type { Database } from '@parley/service-kit/database';

class Undone extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('Done to see what happens, and undone.');
    this.result = result;
  }
}

/** Does the work in a transaction that is rolled back. @returns what the work returns; it throws what the work throws */
export async function rolledBack<T>(db: Database, work: () => Promise<T>): Promise<T> {
  try {
    await db.transaction(async () => {
      throw new Undone(await work());
    });
  } catch (error) {
    if (error instanceof Undone) return error.result as T;
    throw error;
  }
  throw new Error('A transaction that throws was committed.');
}

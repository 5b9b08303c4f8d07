import { AppError, commonErrors } from '@parley/contracts';
import { type Database, sqlState } from '@parley/service-kit';

/** How long figures may wait for a connection and then take; the other processors are for those who write. Source: contract 40 section 2.6. */
export const figureLimits = { connectMs: 1_000, statementMs: 2_000, workers: 0 };
const canceled = '57014';

/** Asks for figures over connections of their own, so that no question keeps an event waiting. */
export class FigureReader {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** @throws query_timeout for what took too long, or found no connection in time */
  async query<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const began = performance.now();
    try {
      return await this.#db.query<Row>(text, values);
    } catch (error) {
      const isCanceled = sqlState(error instanceof AppError ? error.cause : error) === canceled;
      const isLate =
        error instanceof AppError &&
        error.kind === 'unavailable' &&
        performance.now() - began >= figureLimits.connectMs;
      if (isCanceled || isLate) throw commonErrors.query_timeout({}, error);
      throw error;
    }
  }
}

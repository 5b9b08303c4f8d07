import { AppError, commonErrors } from '@parley/contracts';
import { type Database, sqlState } from '@parley/service-kit/database';

import type { Cell, Division } from '../window/cells.ts';
import { type CellSums, type Group, groupsOf } from '../window/groups.ts';
import { type ReadPlan, readPlanOf } from '../window/read-plan.ts';
import { type UsualWindow, type WindowQuery, windowOf } from '../window/window.ts';

/** How long figures may wait for a connection and then take; the other processors are for those who write. Source: contract 40 section 2.6. */
export const figureLimits = { connectMs: 1_000, statementMs: 2_000, workers: 0 };
const canceled = '57014';

/** Asks for figures over connections of their own, so that no question keeps an event waiting. */
export class FigureReader {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * What a question asks for, by the keys of its cells.
   * @param usual the window, unless the question names one @param sumsOf of cells in which nothing is there is none
   * @throws query_timeout, validation_failed
   */
  async groups<Key, Sums extends CellSums>(
    question: WindowQuery,
    usual: UsualWindow,
    divide: Division<Key>,
    sumsOf: (plan: ReadPlan) => Promise<Sums[]>,
  ): Promise<Group<Key, Sums>[]> {
    const { cells, plan } = this.divided(question, usual, divide);
    return groupsOf(cells, await sumsOf(plan));
  }

  /** The window of a question in its cells, and how it is read. @throws validation_failed */
  divided<Key>(
    question: WindowQuery,
    usual: UsualWindow,
    divide: Division<Key>,
  ): { cells: Cell<Key>[]; plan: ReadPlan } {
    const window = windowOf(question, usual, this.#now());
    const cells = divide(window);
    return { cells, plan: readPlanOf(window, cells) };
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

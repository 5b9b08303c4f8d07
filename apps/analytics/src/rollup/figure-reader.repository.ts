import { type Database, orQueryTimeout } from '@parley/service-kit/database';

import type { Cell, Division } from '../window/cells.ts';
import { type CellSums, type Group, groupsOf } from '../window/groups.ts';
import { type ReadPlan, readPlanOf } from '../window/read-plan.ts';
import { type DefaultWindow, type WindowQuery, windowOf } from '../window/window.ts';

/** Limits of figure queries; no parallel workers, which are left to writers. Source: contract 40 section 2.6. */
export const figureLimits = { connectMs: 1_000, statementMs: 2_000, workers: 0 };

/** Reads figures over a connection pool of its own, so that no query delays an event. */
export class FigureReader {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(db: Database, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * Reads the figures of a question, grouped by the keys of its cells.
   * @param defaultWindow if the question has none @param sumsOf omits empty cells
   * @throws query_timeout, validation_failed
   */
  async groups<Key, Sums extends CellSums>(
    question: WindowQuery,
    defaultWindow: DefaultWindow,
    divide: Division<Key>,
    sumsOf: (plan: ReadPlan) => Promise<Sums[]>,
  ): Promise<Group<Key, Sums>[]> {
    const { cells, plan } = this.divided(question, defaultWindow, divide);
    return groupsOf(cells, await sumsOf(plan));
  }

  /** Divides the window of a question into cells, with its read plan. @throws validation_failed */
  divided<Key>(
    question: WindowQuery,
    defaultWindow: DefaultWindow,
    divide: Division<Key>,
  ): { cells: Cell<Key>[]; plan: ReadPlan } {
    const window = windowOf(question, defaultWindow, this.#now());
    const cells = divide(window);
    return { cells, plan: readPlanOf(window, cells) };
  }

  /** @throws query_timeout if it runs too long, or finds no connection in time */
  query<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return orQueryTimeout(() => this.#db.query<Row>(text, values));
  }
}

import type { CellSums } from '../window/groups.ts';
import type { WindowQuery } from '../window/window.ts';

/** Selects conversations. */
export interface ConversationFilter {
  department_id?: string | undefined;
  channel?: string | undefined;
  /** A current participant. */
  participant?: string | undefined;
}

/** Sums over the conversations of one cell. */
export interface Sums extends CellSums {
  unserved: number;
  abandoned: number;
  served: number;
  closed: number;
  withBot: number;
  waitingCount: number;
  waitingSum: number;
  durationCount: number;
  durationSum: number;
  ratingCount: number;
  ratingSum: number;
}

export interface ConversationQuestion extends WindowQuery, ConversationFilter {
  id_project: string;
}

/** With the exact median of the durations; absent when there are none. */
export type SumsWithMedian = Sums & { median?: number | undefined };

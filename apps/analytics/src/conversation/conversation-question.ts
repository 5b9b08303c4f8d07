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

/** Of the durations, in ms; absent when there are none. */
export interface DurationPercentiles {
  median?: number;
  /** Nine in ten took no longer. */
  p90?: number;
}

export type SumsWithPercentiles = Sums & DurationPercentiles;

/** Sums over the conversations of a department or a participant. */
export interface SumsOfPart extends Omit<Sums, 'cell'> {
  part: string;
}

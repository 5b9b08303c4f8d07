import type { Bind } from '@parley/service-kit/database';

import type { ReadPlan } from '../window/read-plan.ts';
import { quarterSql } from './sums.sql.ts';

/** In which cell a row of a rollup is, which has a `quarter`. */
export function cellSql({ starts }: ReadPlan, bind: Bind): string {
  return `width_bucket(quarter, ${bind(starts)}::int[]) as cell`;
}

/** The same for a fact. What is before the first whole quarter of a rolling window is in the first cell. */
export function factCellSql(created: string, { starts }: ReadPlan, bind: Bind): string {
  return `greatest(1, width_bucket(${quarterSql(created)}, ${bind(starts)}::int[])) as cell`;
}

/** Rows that the rollups answer for. */
export function rolledSql({ rolled: [from, until] }: ReadPlan, bind: Bind): string {
  return `quarter >= ${bind(from)} and quarter < ${bind(until)}`;
}

/** Facts that were created between two instants, the second not included. */
export function betweenSql(created: string, [from, until]: readonly [from: Date, until: Date], bind: Bind): string {
  return `${created} >= ${bind(from)} and ${created} < ${bind(until)}`;
}

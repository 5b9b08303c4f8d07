import type { Bind } from '@parley/service-kit/database';

import type { ReadPlan } from '../window/read-plan.ts';
import { quarterSql } from './sums.sql.ts';

/** The cell of a row with a `quarter`. */
export function cellSql({ starts }: ReadPlan, bind: Bind): string {
  return `width_bucket(quarter, ${bind(starts)}::int[]) as cell`;
}

/** The cell of a fact. Facts before the first whole quarter of a rolling window belong to the first cell. */
export function factCellSql(created: string, { starts }: ReadPlan, bind: Bind): string {
  return `greatest(1, width_bucket(${quarterSql(created)}, ${bind(starts)}::int[])) as cell`;
}

/** Restricts rows to the quarters that rollups answer. */
export function rolledSql({ rolled: [from, until] }: ReadPlan, bind: Bind): string {
  return `quarter >= ${bind(from)} and quarter < ${bind(until)}`;
}

/** Restricts facts to those created between two instants, the second excluded. */
export function betweenSql(created: string, [from, until]: readonly [from: Date, until: Date], bind: Bind): string {
  return `${created} >= ${bind(from)} and ${created} < ${bind(until)}`;
}

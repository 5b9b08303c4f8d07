import type { ReportGroup } from '@parley/contracts';
import type { Bind } from '@parley/service-kit/database';

import { labelOf, nameOf } from '../rollup/label.ts';
import { factCellSql } from '../rollup/read-plan.sql.ts';
import { type DayKey, dateOf } from '../window/calendar.ts';
import type { Cell } from '../window/cells.ts';
import type { ReadPlan } from '../window/read-plan.ts';

/** Rows of a report; each day of the longest window has one. */
export const maxReportRows = 200;
export const maxReportDays = 1_096;

/** What a report groups facts by, as SQL. */
export interface GroupColumns {
  /** Columns by group; lists have a row for each of their elements. */
  columns: Partial<Record<ReportGroup, string>>;
  lists: Partial<Record<ReportGroup, string>>;
  /** When a fact began. */
  at: string;
}

/** The expression that facts are grouped by, and what it needs besides the facts. */
export function groupSql(
  group: ReportGroup | undefined,
  { columns, lists, at }: GroupColumns,
  plan: ReadPlan,
  bind: Bind,
): { part: string; join: string } {
  if (group === undefined) return { part: 'null::text', join: '' };
  if (group === 'day') return { part: `(${factCellSql(at, plan, bind).replace(' as cell', '')})::text`, join: '' };
  const list = lists[group];
  return list
    ? { part: 'part', join: `cross join unnest(${list}) part` }
    : { part: columns[group] ?? 'null', join: '' };
}

/** The key of a row. */
export function keyOf(group: ReportGroup | undefined, part: string | null, days: readonly Cell<DayKey>[]) {
  if (group === undefined) return {};
  if (group === 'day') return dayOf(days[Number(part) - 1]?.key);
  if (group === 'channel') return { channel: nameOf(part ?? '') };
  return { [group]: part === '' ? null : part };
}

const dayOf = (key: DayKey | undefined) => ({ day: (dateOf(key) as { date?: string }).date ?? '' });

export interface ReportFilter {
  department_id?: string | undefined;
  channel?: string | undefined;
  participant?: string | undefined;
}

/** Conditions on facts. @param people the list that a participant must be in */
export function filterSql(
  { department_id, channel, participant }: ReportFilter,
  { alias, people }: { alias: string; people: string },
  bind: Bind,
): string {
  return [
    ...(department_id === undefined ? [] : [`and ${alias}.department = ${bind(department_id)}`]),
    ...(channel === undefined ? [] : [`and ${alias}.channel = ${bind(labelOf(channel))}`]),
    ...(participant === undefined ? [] : [`and ${bind(participant)} = any(${people})`]),
  ].join(' ');
}

/** Days in their order; other parts as they come, the largest first. */
export function inOrder<Row extends { part: string | null }>(
  rows: readonly Row[],
  group: ReportGroup | undefined,
  direction: 1 | -1 | undefined,
): Row[] {
  const ordered = group === 'day' ? rows.toSorted((one, other) => Number(one.part) - Number(other.part)) : [...rows];
  const usual = group === 'day' ? 1 : -1;
  return direction !== undefined && direction !== usual ? ordered.toReversed() : ordered;
}

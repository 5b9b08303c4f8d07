import { useMemo } from 'react';

import { useTexts } from '../app/texts.tsx';
import { useFigureFormats } from './figure-formats.ts';
import { type Grid, gridOfDays, type Unit, type Value, valuesByDay } from './figures.ts';
import { daysOf } from './period.ts';
import { useAnalytics } from './use-figures.ts';

/** One line of a chart: its name, and what a day's row says of it. */
export type Line<Row> = readonly [title: string, read: (row: Row) => Value];

/**
 * Makes the grid of a period out of an answer with one row a day.
 * @param lines has to be stable
 */
export function useDayGrid<Row extends { date: string }>(
  unit: Unit,
  lines: readonly Line<Row>[],
): (rows: readonly Row[]) => Grid {
  const t = useTexts();
  const { fullDay } = useFigureFormats();
  const { period } = useAnalytics();
  return useMemo(
    () => (rows) =>
      gridOfDays(
        daysOf(period),
        lines.map(([title, read]) => ({ title, values: valuesByDay(period, rows, read) })),
        { unit, corner: t('analytics.day'), nameOf: fullDay },
      ),
    [period, lines, unit, t, fullDay],
  );
}

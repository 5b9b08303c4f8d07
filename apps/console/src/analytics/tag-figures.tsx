import { getTagFigures, type TagFiguresView } from '@parley/sdk';
import { useCallback } from 'react';

import { useTexts } from '../app/texts.tsx';
import { BarTable } from './bar-table.tsx';
import { DayChart } from './day-chart.tsx';
import { useFigureFormats } from './figure-formats.ts';
import { FigurePanel } from './figure-panel.tsx';
import { type Grid, gridOfDays } from './figures.ts';
import { useFigures } from './use-figures.ts';

/** Tags that the chart draws; the list has all that the API names. */
const drawn = 5;
const scope = 'unfiltered';

/** Which tags conversations carry. */
export function TagFigures() {
  const t = useTexts();
  const { fullDay } = useFigureFormats();
  const query = useFigures(getTagFigures, { scope, own: { tag_type: 'conversation-tag' } });
  const totals = useCallback(
    ({ series }: TagFiguresView): Grid => ({
      corner: t('analytics.tag'),
      columns: [t('analytics.conversations')],
      rows: series.map(({ name, values }) => ({
        key: name,
        name,
        values: [values.reduce((sum, value) => sum + value, 0)],
      })),
      unit: 'count',
    }),
    [t],
  );
  const byDay = useCallback(
    ({ dates, series }: TagFiguresView): Grid =>
      gridOfDays(
        dates.map(isoDay),
        series.slice(0, drawn).map(({ name, values }) => ({ title: name, values })),
        { unit: 'count', corner: t('analytics.day'), nameOf: fullDay },
      ),
    [t, fullDay],
  );
  return (
    <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
      <FigurePanel
        title={t('analytics.topTags')}
        scope={scope}
        query={query}
        gridOf={byDay}
        about={t('analytics.aboutTags')}
        chart={(grid) => <DayChart title={t('analytics.topTags')} grid={grid} look="lines" />}
      />
      <FigurePanel
        title={t('analytics.allTags')}
        scope={scope}
        query={query}
        gridOf={totals}
        about={t('analytics.aboutTags')}
        chart={(grid) => <BarTable title={t('analytics.allTags')} grid={grid} />}
      />
    </div>
  );
}

/** `20/11/2026` as `2026-11-20`. */
function isoDay(date: string): string {
  return date.split('/').reverse().join('-');
}

import {
  getSatisfactionReport,
  getSlaReport,
  listSlaPolicies,
  type SatisfactionReportView,
  type SlaReportView,
} from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { useDepartments } from '../inbox/views-column.tsx';
import { BarTable } from './bar-table.tsx';
import { DayChart } from './day-chart.tsx';
import { useFigureFormats } from './figure-formats.ts';
import { FigurePanel } from './figure-panel.tsx';
import { type Grid, gridOfDays, valuesByDay } from './figures.ts';
import { daysOf } from './period.ts';
import { RatingComments } from './rating-comments.tsx';
import { useAnalytics, useFigures } from './use-figures.ts';

const scope = 'conversations';

/** How service levels were kept, and what customers say. */
export function ReportFigures() {
  return (
    <>
      <ServiceLevels />
      <ServiceLevelsByPolicy />
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
        <RatingsByDay />
        <Scores />
      </div>
      <RatingsByDepartment />
      <RatingComments />
    </>
  );
}

type SlaRow = SlaReportView[number];
type RatingRow = SatisfactionReportView[number];

/** In per cent. */
const percent = (share: number | null) => (share === null ? null : Math.round(share * 1_000) / 10);

function useSlaGrid(corner: string, nameOf: (row: SlaRow) => { key: string; name: string }) {
  const t = useTexts();
  return useCallback(
    (rows: readonly SlaRow[]): Grid => ({
      corner,
      columns: [
        t('analytics.sla.started'),
        t('analytics.sla.met'),
        t('analytics.sla.breached'),
        t('analytics.sla.metShare'),
        t('analytics.sla.elapsed'),
        t('analytics.p90'),
      ],
      rows: rows.map((row) => ({
        ...nameOf(row),
        values: [row.started, row.met, row.breached, percent(row.met_share), row.elapsed_avg, row.elapsed_p90],
      })),
      unit: 'count',
      units: ['count', 'count', 'count', 'points', 'duration', 'duration'],
    }),
    [t, corner, nameOf],
  );
}

function ServiceLevels() {
  const t = useTexts();
  const nameOf = useCallback(({ metric }: SlaRow) => ({ key: metric, name: t(`analytics.sla.metric.${metric}`) }), [t]);
  return (
    <FigurePanel
      title={t('analytics.sla')}
      scope={scope}
      about={t('analytics.sla.about')}
      query={useFigures(getSlaReport, { scope })}
      gridOf={useSlaGrid(t('analytics.sla.goal'), nameOf)}
    />
  );
}

function ServiceLevelsByPolicy() {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const { data } = useQuery({ queryKey: ['sla_policies', projectId], queryFn: () => listSlaPolicies(parley, {}) });
  const nameOf = useCallback(
    ({ _id: { policy }, metric }: SlaRow) => {
      const known = data?.sla_policies.find((one) => one._id === policy)?.name;
      const name = known ?? t('analytics.former', { id: policy?.slice(-6) ?? '' });
      return { key: `${policy} ${metric}`, name: `${name} · ${t(`analytics.sla.metric.${metric}`)}` };
    },
    [t, data],
  );
  return (
    <FigurePanel
      title={t('analytics.sla.byPolicy')}
      scope={scope}
      about={t('analytics.sla.about')}
      query={useFigures(getSlaReport, { scope, own: { group: 'policy' } })}
      gridOf={useSlaGrid(t('analytics.sla.policy'), nameOf)}
    />
  );
}

function RatingsByDay() {
  const t = useTexts();
  const { fullDay } = useFigureFormats();
  const { period } = useAnalytics();
  const title = t('analytics.satisfaction');
  const gridOf = useCallback(
    (rows: readonly RatingRow[]): Grid => {
      const dated = rows.map((row) => ({ ...row, date: row._id.day ?? '' }));
      const values = valuesByDay(period, dated, (row) => row.satisfaction_avg);
      return gridOfDays(daysOf(period), [{ title, values }], {
        ...{ unit: 'points', corner: t('analytics.day'), nameOf: fullDay },
      });
    },
    [t, title, period, fullDay],
  );
  return (
    <FigurePanel
      title={t('analytics.byDay', { title })}
      scope={scope}
      query={useFigures(getSatisfactionReport, { scope, own: { group: 'day' } })}
      gridOf={gridOf}
      chart={(grid) => <DayChart title={title} grid={grid} look="lines" />}
    />
  );
}

function Scores() {
  const t = useTexts();
  const title = t('analytics.ratings.scores');
  const gridOf = useCallback(
    ([row]: readonly RatingRow[]): Grid => ({
      corner: t('analytics.ratings.score'),
      columns: [t('analytics.conversations')],
      rows: Object.entries(row?.scores ?? {})
        .toReversed()
        .map(([score, count]) => ({ key: score, name: score, values: [count] })),
      unit: 'count',
    }),
    [t],
  );
  return (
    <FigurePanel
      title={title}
      scope={scope}
      query={useFigures(getSatisfactionReport, { scope })}
      gridOf={gridOf}
      chart={(grid) => <BarTable title={title} grid={grid} />}
    />
  );
}

function RatingsByDepartment() {
  const t = useTexts();
  const departments = useDepartments();
  const gridOf = useCallback(
    (rows: readonly RatingRow[]): Grid => ({
      corner: t('analytics.filter.department'),
      columns: [
        t('analytics.ratings.asked'),
        t('analytics.ratings.answered'),
        t('analytics.ratings.count'),
        t('analytics.satisfaction'),
        t('analytics.ratings.positive'),
      ],
      rows: rows.map(({ _id: { department = null }, ...row }) => ({
        key: department ?? '',
        name:
          department === null
            ? t('analytics.noDepartment')
            : (departments.find(({ _id }) => _id === department)?.name ??
              t('analytics.former', { id: department.slice(-6) })),
        values: [row.asked, row.answered, row.count, row.satisfaction_avg, percent(row.positive)],
      })),
      unit: 'count',
      units: ['count', 'count', 'count', 'points', 'points'],
    }),
    [t, departments],
  );
  return (
    <FigurePanel
      title={t('analytics.ratings')}
      scope={scope}
      about={t('analytics.ratings.about')}
      query={useFigures(getSatisfactionReport, { scope, own: { group: 'department' } })}
      gridOf={gridOf}
    />
  );
}

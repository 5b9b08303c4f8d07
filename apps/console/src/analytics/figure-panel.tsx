import type { UseQueryResult } from '@tanstack/react-query';
import { ChartLine, Download, Table2 } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { PanelBoundary } from '../app/panel-boundary.tsx';
import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { saveFile } from '../transfer/save-file.ts';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { useFigureFormats } from './figure-formats.ts';
import { csvOf, type Grid, ignoredFilters, type Scope } from './figures.ts';
import { type Figures, useAnalytics } from './use-figures.ts';

/** Lag from which figures are marked as old. Source: contract 80 section 7. */
const lateMs = 60_000;

interface FigurePanelProps<Output> {
  title: string;
  scope: Scope;
  query: UseQueryResult<Figures<Output>>;
  /** Has to be stable while its inputs are. */
  gridOf: (data: Output) => Grid;
  /** Draws the grid. */
  chart: (grid: Grid) => ReactNode;
}

/** One group of figures: drawn, as a table, as a file, and how fresh it is. */
export function FigurePanel<Output>(props: FigurePanelProps<Output>) {
  return (
    <PanelBoundary>
      <Figure {...props} />
    </PanelBoundary>
  );
}

function Figure<Output>({ title, scope, query, gridOf, chart }: FigurePanelProps<Output>) {
  const t = useTexts();
  const [asTable, setAsTable] = useState(false);
  const { data, error, refetch } = query;
  const grid = useMemo(() => data && gridOf(data.data), [data, gridOf]);
  const isEmpty = grid?.rows.every(({ values }) => values.every((value) => value === null)) === true;
  return (
    <section aria-label={title} className="flex min-w-0 flex-col rounded-box border border-line bg-paper">
      <header className="flex flex-wrap items-center justify-between gap-x-3 border-b border-line px-4 py-2">
        <h2 className="text-title font-semibold">{title}</h2>
        <div className="ms-auto flex items-center gap-1">
          {data && <AsOf figures={data} />}
          {grid && !isEmpty && (
            <>
              <IconButton
                label={t(asTable ? 'analytics.asChart' : 'analytics.asTable')}
                onClick={() => setAsTable(!asTable)}
              >
                {asTable ? <ChartLine size={16} aria-hidden /> : <Table2 size={16} aria-hidden />}
              </IconButton>
              <IconButton
                label={t('analytics.csv')}
                onClick={() => saveFile(new Blob([csvOf(grid)], { type: 'text/csv' }), `${title}.csv`)}
              >
                <Download size={16} aria-hidden />
              </IconButton>
            </>
          )}
        </div>
      </header>
      <div className="flex flex-1 flex-col gap-2 p-4">
        <Ignored scope={scope} />
        {error && !data ? (
          <Failure problem={problemOf(error, t)} onRetry={() => void refetch()} />
        ) : !grid ? (
          <Skeleton className="h-55" />
        ) : isEmpty ? (
          <Empty title={t('analytics.empty')}>{t('analytics.emptyText')}</Empty>
        ) : asTable ? (
          <GridTable title={title} grid={grid} />
        ) : (
          chart(grid)
        )}
      </div>
    </section>
  );
}

/** Until when the figures are complete; marked where that is long ago. */
export function AsOf({ figures: { asOf, lagMs } }: { figures: Figures<unknown> }) {
  const t = useTexts();
  const { clock } = useFigureFormats();
  if (Number.isNaN(asOf)) return null;
  const isLate = lagMs > lateMs;
  const time = clock(asOf);
  return (
    <time
      dateTime={new Date(asOf).toISOString()}
      className={classes('rounded-box px-1.5 text-small', isLate ? 'bg-warn-soft text-warn' : 'text-ink-soft')}
    >
      {isLate ? t('analytics.late', { time, minutes: Math.floor(lagMs / 60_000) }) : t('analytics.asOf', { time })}
    </time>
  );
}

/** Which filters of the address these figures do not know. */
function Ignored({ scope }: { scope: Scope }) {
  const t = useTexts();
  const { filter } = useAnalytics();
  const names = ignoredFilters(filter, scope).map((name) => t(`analytics.filter.${name}`));
  if (names.length === 0) return null;
  return <p className="text-small text-ink-soft">{t('analytics.ignored', { names: names.join(', ') })}</p>;
}

function GridTable({ title, grid }: { title: string; grid: Grid }) {
  const t = useTexts();
  const { figure } = useFigureFormats();
  const columns = [
    { id: 'name', title: grid.corner, cell: ({ name }: Grid['rows'][number]) => <bdi>{name}</bdi> },
    ...grid.columns.map((column, index) => ({
      id: `c${index}`,
      title: column,
      isNumber: true,
      cell: ({ values }: Grid['rows'][number]) => {
        const value = values[index] ?? null;
        return value === null ? figure(grid.unit, value) : <data value={value}>{figure(grid.unit, value)}</data>;
      },
    })),
  ];
  return (
    <div className="max-h-96 overflow-y-auto">
      <Table label={t('analytics.tableOf', { title })} columns={columns} rows={grid.rows} keyOf={({ key }) => key} />
    </div>
  );
}

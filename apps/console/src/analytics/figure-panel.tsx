import type { UseQueryResult } from '@tanstack/react-query';
import { ChartColumn, Download, Table2 } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { PanelBoundary } from '../app/panel-boundary.tsx';
import { problemOf } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { saveFile } from '../transfer/save-file.ts';
import { IconButton } from '../ui/button.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { CompareTable } from './compare-table.tsx';
import { csvOf, type Grid, ignoredFilters, type Scope } from './figures.ts';
import { type Figures, useAnalytics } from './use-figures.ts';

interface FigurePanelProps<Output> {
  title: string;
  scope: Scope;
  query: UseQueryResult<Figures<Output>>;
  /** Has to be stable while its inputs are. */
  gridOf: (data: Output) => Grid;
  /** Draws the grid; without it the table is all there is. */
  chart?: (grid: Grid) => ReactNode;
  /** In place of the plain table. */
  table?: (grid: Grid) => ReactNode;
  /** Where the figures come from, for those who have none yet. */
  about?: string;
}

/** One group of figures: drawn, as a table, and as a file. */
export function FigurePanel<Output>(props: FigurePanelProps<Output>) {
  return (
    <PanelBoundary>
      <Figure {...props} />
    </PanelBoundary>
  );
}

function Figure<Output>({ title, scope, query, gridOf, chart, table, about }: FigurePanelProps<Output>) {
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
          {grid && !isEmpty && (
            <>
              {chart && (
                <IconButton
                  label={t(asTable ? 'analytics.asChart' : 'analytics.asTable')}
                  onClick={() => setAsTable(!asTable)}
                >
                  {asTable ? <ChartColumn size={16} aria-hidden /> : <Table2 size={16} aria-hidden />}
                </IconButton>
              )}
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
          <Empty title={t('analytics.empty')} icon={<ChartColumn size={28} strokeWidth={1.5} />}>
            {about && <span className="block">{about}</span>}
            {t('analytics.emptyText')}
          </Empty>
        ) : asTable || !chart ? (
          (table?.(grid) ?? (
            <div className="max-h-96 overflow-y-auto">
              <CompareTable title={title} grid={grid} />
            </div>
          ))
        ) : (
          chart(grid)
        )}
      </div>
    </section>
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

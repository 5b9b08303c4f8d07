import { Link } from '@tanstack/react-router';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Table } from '../ui/table.tsx';
import type { AnalyticsFilter } from './analytics-filter.ts';
import { useFigureFormats } from './figure-formats.ts';
import { type Grid, unitOf } from './figures.ts';

type Row = Grid['rows'][number];

interface CompareTableProps {
  title: string;
  grid: Grid;
  /** Where there is one, the name of a row leads to the figures of it alone. */
  filterOf?: (key: string) => Partial<AnalyticsFilter> | undefined;
}

/** Figures under named columns; where rows are compared, the first figure has a bar that shows its part of the largest one. */
export function CompareTable({ title, grid, filterOf }: CompareTableProps) {
  const t = useTexts();
  const { projectId } = useWorkplace();
  const { figure } = useFigureFormats();
  const most = Math.max(1, ...grid.rows.map(({ values }) => values[0] ?? 0));
  const nameOf = ({ key, name, values }: Row) => {
    const filter = filterOf?.(key);
    return (
      <div className="min-w-32">
        {filter ? (
          <Link
            to="/$project/analytics/{-$tab}"
            params={{ project: projectId, tab: 'conversations' }}
            search={(search) => ({ ...search, ...filter })}
            className="text-accent underline underline-offset-2"
          >
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <bdi>{name}</bdi>
        )}
        {filterOf && (
          <span
            aria-hidden
            className="mt-1 block h-1.5 rounded-full bg-accent"
            style={{ inlineSize: `${((values[0] ?? 0) / most) * 100}%` }}
          />
        )}
      </div>
    );
  };
  return (
    <Table
      label={t('analytics.tableOf', { title })}
      columns={[
        { id: 'name', title: grid.corner, cell: nameOf },
        ...grid.columns.map((column, index) => ({
          id: `c${index}`,
          title: column,
          isNumber: true,
          cell: ({ values }: Row) => {
            const value = values[index] ?? null;
            const text = figure(unitOf(grid, index), value);
            return value === null ? text : <data value={value}>{text}</data>;
          },
        })),
      ]}
      rows={grid.rows}
      keyOf={({ key }) => key}
    />
  );
}

import type { ReactNode } from 'react';

import { classes } from './classes.ts';
import { useMedia } from './use-media.ts';

export interface Column<Row> {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the end of their column. */
  isNumber?: boolean;
  /** What can be done with the row, at its end; the title is for screen readers. */
  isActions?: boolean;
  /** Left out where there is little room. */
  onlyWide?: boolean;
  /** Left out below the width of a desktop. */
  onlyDesktop?: boolean;
  /** Where there is little room it stands below the first column instead of beside it. */
  folds?: boolean;
}

/** The ring of the focus lies within: what is around the table may scroll, too. */
const frame = 'relative -outline-offset-2 overflow-x-auto rounded-box border border-line';

/** Rows under named columns; where there is no room for all, it scrolls by itself and the page does not. */
export function Table<Row>({
  label,
  columns: all,
  rows,
  keyOf,
}: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}) {
  const isWide = useMedia('(width >= 48rem)');
  const folded = isWide ? [] : all.filter(({ folds }) => folds);
  const columns = isWide ? all : all.filter(({ folds }) => !folds);
  const look = ({ isNumber, isActions, onlyWide, onlyDesktop }: Column<Row>, index: number) =>
    classes(
      'px-3 py-2',
      index === 0 && folded.length > 0 && 'w-full',
      isNumber || isActions ? 'text-end' : 'text-start',
      isNumber && 'tabular-nums',
      isActions && 'w-px md:whitespace-nowrap',
      onlyWide && 'hidden md:table-cell',
      onlyDesktop && 'hidden lg:table-cell',
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section className={frame} tabIndex={0} aria-label={label}>
      <table className="w-full border-collapse">
        <thead className="bg-raised text-small text-ink-soft">
          <tr>
            {columns.map((column, index) => (
              <th key={column.id} scope="col" className={look(column, index)}>
                {column.isActions ? <span className="sr-only">{column.title}</span> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-t border-line hover:bg-hover">
              {columns.map((column, index) => (
                <td key={column.id} className={classes(look(column, index), column.isNumber && 'whitespace-nowrap')}>
                  {column.cell(row)}
                  {index === 0 &&
                    folded.map(({ id, title, isNumber, cell }) => (
                      <div key={id} className="text-small text-ink-soft empty:hidden">
                        {/* A number alone says nothing without the head of its column. */}
                        {isNumber && <>{title}: </>}
                        {cell(row)}
                      </div>
                    ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

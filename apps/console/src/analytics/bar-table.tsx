import type { ReactNode } from 'react';

import { useFigureFormats } from './figure-formats.ts';
import type { Grid } from './figures.ts';

/** One figure a row, with a bar that shows its part of the largest one. */
export function BarTable({ title, grid, linkOf }: { title: string; grid: Grid; linkOf?: (key: string) => ReactNode }) {
  const { figure } = useFigureFormats();
  const most = Math.max(1, ...grid.rows.map(({ values }) => values[0] ?? 0));
  return (
    <table aria-label={title} className="w-full border-collapse">
      <thead className="text-small text-ink-soft">
        <tr>
          <th scope="col" className="py-1 text-start font-normal">
            {grid.corner}
          </th>
          <th scope="col" className="py-1 text-end font-normal">
            {grid.columns[0]}
          </th>
        </tr>
      </thead>
      <tbody>
        {grid.rows.map(({ key, name, values: [value = null] }) => (
          <tr key={key} className="border-t border-line">
            <th scope="row" className="w-full max-w-0 py-1.5 pe-4 text-start font-normal">
              <span className="block truncate">{linkOf?.(key) ?? <bdi>{name}</bdi>}</span>
              <span
                aria-hidden
                className="mt-1 block h-1.5 rounded-full bg-accent"
                style={{ inlineSize: `${((value ?? 0) / most) * 100}%` }}
              />
            </th>
            <td className="py-1.5 text-end whitespace-nowrap tabular-nums">
              {value === null ? figure(grid.unit, value) : <data value={value}>{figure(grid.unit, value)}</data>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

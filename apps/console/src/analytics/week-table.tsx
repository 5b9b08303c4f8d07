import { useTexts } from '../app/texts.tsx';
import { useFigureFormats } from './figure-formats.ts';
import type { Grid } from './figures.ts';

/** How strong the colour of the fullest cell is, in per cent; the text stays readable on it. */
const strongest = 40;

/** Weekdays and hours as a table whose cells are the darker the fuller they are. */
export function WeekTable({ title, grid }: { title: string; grid: Grid }) {
  const t = useTexts();
  const { figure } = useFigureFormats();
  const most = Math.max(1, ...grid.rows.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section className="overflow-x-auto" tabIndex={0} aria-label={t('analytics.tableOf', { title })}>
      <table className="w-full border-separate border-spacing-0.5 text-small">
        <thead>
          <tr>
            <th scope="col" className="sticky start-0 bg-paper px-1 text-start font-normal text-ink-soft">
              {grid.corner}
            </th>
            {grid.columns.map((hour) => (
              <th key={hour} scope="col" className="min-w-7 font-normal text-ink-soft">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.rows.map(({ key, name, values }) => (
            <tr key={key}>
              <th scope="row" className="sticky start-0 bg-paper px-1 text-start font-normal whitespace-nowrap">
                {name}
              </th>
              {values.map((value, hour) => (
                <td
                  key={grid.columns[hour]}
                  className="h-7 rounded-box border border-line text-center tabular-nums"
                  style={
                    value
                      ? {
                          backgroundColor: `color-mix(in srgb, var(--accent) ${Math.ceil((value / most) * strongest)}%, var(--paper))`,
                        }
                      : undefined
                  }
                >
                  {value !== null && <data value={value}>{figure(grid.unit, value)}</data>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

import { useTexts } from '../app/texts.tsx';
import { useFigureFormats } from './figure-formats.ts';
import type { Grid } from './figures.ts';

/** How strong the colour of the fullest cell is, in per cent; the text stays readable on it. */
const strongest = 40;
const legend = [0, 0.25, 0.5, 0.75, 1];

/** Weekdays and hours as a table whose cells are the darker the fuller they are. */
export function WeekTable({ title, grid, about }: { title: string; grid: Grid; about?: string | undefined }) {
  const t = useTexts();
  const { figure } = useFigureFormats();
  const most = Math.max(1, ...grid.rows.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const strength = (part: number) => ({
    backgroundColor: `color-mix(in srgb, var(--accent) ${Math.ceil(part * strongest)}%, var(--paper))`,
  });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-small text-ink-soft">
        <p>{about}</p>
        <p aria-hidden className="ms-auto flex items-center gap-1">
          {t('analytics.fewer')}
          {legend.map((part) => (
            <span key={part} className="size-4 rounded-box border border-line" style={strength(part)} />
          ))}
          {t('analytics.more')}
        </p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
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
                    style={value ? strength(value / most) : undefined}
                  >
                    {value !== null && <data value={value}>{figure(grid.unit, value)}</data>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

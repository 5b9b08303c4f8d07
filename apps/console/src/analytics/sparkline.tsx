import { condensed, type Unit, type Value } from './figures.ts';

/** More of them would be thinner than a pixel on a phone. */
const most = 60;
const height = 24;

/** The course of a figure without its numbers, which stand in the charts: bars where days add up, a line with gaps otherwise. */
export function Sparkline({ values, unit }: { values: readonly Value[]; unit: Unit }) {
  const shown = condensed(values, most, unit);
  const top = Math.max(...shown.map((value) => value ?? 0), Number.MIN_VALUE);
  const heightOf = (value: number) => (value / top) * (height - 2);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${shown.length} ${height}`}
      preserveAspectRatio="none"
      className="h-8 w-full text-accent rtl:-scale-x-100"
    >
      {unit === 'count'
        ? shown.map(
            (value, day) =>
              value !== null && (
                <rect
                  // biome-ignore lint/suspicious/noArrayIndexKey: the day is the place.
                  key={day}
                  x={day + 0.15}
                  width={0.7}
                  y={height - heightOf(value)}
                  height={heightOf(value)}
                  fill="currentColor"
                />
              ),
          )
        : runsOf(shown).map((run) => (
            <polyline
              key={run[0]?.day}
              points={linePoints(run, (value) => height - 1 - heightOf(value))}
              fill="none"
              stroke="currentColor"
              strokeWidth={2}
              vectorEffect="non-scaling-stroke"
            />
          ))}
    </svg>
  );
}

interface Point {
  day: number;
  value: number;
}

/** Days in a row that have a value. */
function runsOf(values: readonly Value[]): Point[][] {
  const runs: Point[][] = [];
  for (const [day, value] of values.entries()) {
    if (value === null) continue;
    if (day > 0 && values[day - 1] !== null) runs.at(-1)?.push({ day, value });
    else runs.push([{ day, value }]);
  }
  return runs;
}

/** From middle to middle of the days; a day by itself is as long as it is. */
function linePoints(run: readonly Point[], yOf: (value: number) => number): string {
  const [only] = run;
  const points =
    run.length === 1 && only
      ? [
          [only.day + 0.1, only.value],
          [only.day + 0.9, only.value],
        ]
      : run.map(({ day, value }) => [day + 0.5, value]);
  return points.map(([x = 0, value = 0]) => `${x},${yOf(value)}`).join(' ');
}

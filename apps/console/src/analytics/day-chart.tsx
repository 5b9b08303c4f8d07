import { type KeyboardEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

import { timeOfDay } from '../app/address.ts';
import { onPreferences, preferences } from '../app/preferences.ts';
import { useTexts } from '../app/texts.tsx';
import { useMedia } from '../ui/use-media.ts';
import { useFigureFormats } from './figure-formats.ts';
import { type Grid, seriesOf } from './figures.ts';

const height = 220;
const dashes = [[], [6, 4], [2, 3], [10, 3, 2, 3], [1, 5]];

/**
 * Lines over days. A day without a figure is a gap. The arrow keys walk the days: the figures of the day stand below the chart and
 * are the value of the control, which screen readers read.
 */
export function DayChart({ title, grid }: { title: string; grid: Grid }) {
  const t = useTexts();
  const formats = useFigureFormats();
  const holder = useRef<HTMLDivElement>(null);
  const chart = useRef<UPlot>(null);
  const readoutId = useId();
  const [at, setAt] = useState<number>();
  const dark = useMedia('(prefers-color-scheme: dark)');
  const { theme } = useSyncExternalStore(onPreferences, preferences);
  const last = grid.rows.length - 1;
  const shown = at === undefined ? undefined : grid.rows[Math.min(at, last)];

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours of the canvas are those of the theme.
  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    const drawn = draw(element, grid, formats, setAt);
    chart.current = drawn;
    const observer = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawn.destroy();
      chart.current = null;
    };
  }, [grid, formats, dark, theme]);

  function walk(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ...{ ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 },
      ...{ PageUp: 7, PageDown: -7, Home: -grid.rows.length, End: grid.rows.length },
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(last, at === undefined ? (step < 0 ? last : 0) : at + step));
    setAt(next);
    const left = chart.current?.valToPos(timeOfDay(grid.rows[next]?.key ?? '') / 1000, 'x');
    if (left !== undefined) chart.current?.setCursor({ left, top: height / 2 }, false);
  }

  const reading =
    shown &&
    `${shown.name}: ${shown.values
      .map((value, index) => {
        const figure = value === null ? t('analytics.none') : formats.figure(grid.unit, value);
        return grid.columns.length > 1 ? `${grid.columns[index]} ${figure}` : figure;
      })
      .join(', ')}`;
  return (
    <div className="flex flex-col gap-1">
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('analytics.points', { title })}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? 0}
        aria-valuetext={reading ?? t('analytics.pointsHelp')}
        aria-describedby={readoutId}
        onKeyDown={walk}
        onFocus={() => setAt((now) => now ?? 0)}
        className="rounded-box border-line text-accent caret-ink-soft outline-offset-2"
      >
        <div ref={holder} aria-hidden className="h-55" />
      </div>
      <p id={readoutId} className="min-h-5 text-small text-ink-soft">
        {reading ?? t('analytics.pointsHelp')}
      </p>
      {grid.columns.length > 1 && <Legend names={grid.columns} />}
    </div>
  );
}

const strokes = ['stroke-accent', 'stroke-warn', 'stroke-good', 'stroke-bad', 'stroke-ink-soft'];

function Legend({ names }: { names: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small text-ink-soft">
      {names.map((name, index) => (
        <li key={name} className="flex items-center gap-1.5">
          <svg width="24" height="8" aria-hidden="true" className={strokes[index % strokes.length]}>
            <line
              x1="0"
              y1="4"
              x2="24"
              y2="4"
              strokeWidth="2"
              strokeDasharray={dashes[index % dashes.length]?.join(' ')}
            />
          </svg>
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** Colours as the canvas takes them: tokens are pairs of a light and a dark one, which only the page resolves. */
function resolved(element: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(--${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function draw(
  element: HTMLDivElement,
  grid: Grid,
  formats: ReturnType<typeof useFigureFormats>,
  onPoint: (index: number) => void,
): UPlot {
  const series = seriesOf(grid);
  const colours = ['accent', 'warn', 'good', 'bad', 'ink-soft'].map((name) => resolved(element, name));
  const axis = {
    stroke: resolved(element, 'ink-soft'),
    grid: { stroke: resolved(element, 'line'), width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
  };
  const isMirrored = getComputedStyle(element).direction === 'rtl';
  const lines: UPlot.Series[] = series.map(({ title }, index) => ({
    label: title,
    stroke: colours[index % colours.length] ?? '',
    width: 2,
    dash: dashes[index % dashes.length] ?? [],
    spanGaps: false,
    // A day between two gaps has no line: its point shows it.
    points: { show: true, size: 5, fill: colours[index % colours.length] ?? '' },
  }));
  const options: UPlot.Options = {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false },
    scales: {
      x: { time: true, dir: isMirrored ? -1 : 1 },
      y: { range: (_chart, _min, max) => [0, max > 0 ? max * 1.1 : 1] },
    },
    axes: [
      {
        ...axis,
        space: 64,
        values: (_chart, ticks) => ticks.map((tick) => formats.day(new Date(tick * 1000).toISOString().slice(0, 10))),
        incrs: [1, 2, 7, 14, 28, 56, 112, 224].map((days) => days * 86_400),
      },
      {
        ...axis,
        side: isMirrored ? 1 : 3,
        size: grid.unit === 'duration' ? 88 : 48,
        incrs: incrementsOf(grid),
        values: (_chart, ticks) => ticks.map((tick) => formats.figure(grid.unit, tick)),
      },
    ],
    series: [{}, ...lines],
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    hooks: {
      setCursor: [({ cursor }) => typeof cursor.idx === 'number' && onPoint(cursor.idx)],
    },
  };
  const times = grid.rows.map(({ key }) => timeOfDay(key) / 1000);
  return new UPlot(options, [times, ...series.map(({ values }) => [...values])], element);
}

/** Steps of the axis: no half conversations, and round times. */
function incrementsOf({ unit }: Grid): number[] {
  if (unit === 'points') return [0.5, 1, 2];
  if (unit === 'count')
    return [1, 2, 5].flatMap((one) => [0, 1, 2, 3, 4, 5, 6, 7].map((power) => one * 10 ** power)).sort((a, b) => a - b);
  const [second, minute, hour] = [1000, 60_000, 3_600_000];
  return [
    ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
    ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
    ...[1, 2, 4, 6, 12, 24, 48, 96, 240, 480, 960].map((count) => count * hour),
  ];
}

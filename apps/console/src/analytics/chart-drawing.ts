import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

import { timeOfDay } from '../app/address.ts';
import type { FigureFormats } from './figure-formats.ts';
import { type Grid, seriesOf, stacked, type Value } from './figures.ts';

export const chartHeight = 220;
/** Of series, in their order. */
const colours = ['accent', 'warn', 'good', 'bad', 'ink-soft'];
export const dashes = [[], [6, 4], [2, 3], [10, 3, 2, 3], [1, 5]];
export const targetDash = [2, 4];
const dayS = 86_400;

/** What a chart over days shows. */
export interface Drawing {
  grid: Grid;
  /** Bars, one upon the other, where a day is a sum; lines where it is a time or points. */
  look: 'bars' | 'lines';
  /** Drawn across all days. */
  target?: number | undefined;
}

/**
 * Colours as the canvas takes them: tokens are pairs of a light and a dark one, which only the page resolves. In high contrast they are the
 * system's: that of texts, or for grounds that of the page.
 */
function resolved(element: HTMLElement, name: string, property: 'color' | 'backgroundColor' = 'color'): string {
  const probe = document.createElement('span');
  probe.style[property] = `var(--${name})`;
  element.append(probe);
  const colour = getComputedStyle(probe)[property];
  probe.remove();
  return colour;
}

/** Draws into an element. @param onPoint the day under the pointer */
export function draw(
  element: HTMLDivElement,
  { grid, look, target }: Drawing,
  formats: FigureFormats,
  onPoint: (index: number) => void,
): UPlot {
  const axis = {
    stroke: resolved(element, 'ink-soft'),
    grid: { stroke: resolved(element, 'line'), width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
  };
  const isMirrored = getComputedStyle(element).direction === 'rtl';
  const series = look === 'bars' ? barsOf(element, grid) : linesOf(element, grid);
  if (target !== undefined)
    series.push({
      values: grid.rows.map(() => target),
      options: { stroke: resolved(element, 'ink'), width: 1.5, dash: targetDash, points: { show: false } },
    });
  const halfDay = look === 'bars' ? dayS / 2 : 0;
  const options: UPlot.Options = {
    width: element.clientWidth,
    height: chartHeight,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false },
    scales: {
      x: { time: true, dir: isMirrored ? -1 : 1, range: (_chart, min, max) => [min - halfDay, max + halfDay] },
      y: { range: (_chart, _min, max) => [0, max > 0 ? max * 1.1 : 1] },
    },
    axes: [
      {
        ...axis,
        space: 64,
        size: 32,
        values: (_chart, ticks) => ticks.map((tick) => formats.day(new Date(tick * 1000).toISOString().slice(0, 10))),
        incrs: [1, 2, 7, 14, 28, 56, 112, 224].map((days) => days * dayS),
      },
      {
        ...axis,
        side: isMirrored ? 1 : 3,
        size: grid.unit === 'duration' ? 88 : 48,
        incrs: incrementsOf(grid),
        values: (_chart, ticks) => ticks.map((tick) => formats.figure(grid.unit, tick)),
      },
    ],
    series: [{}, ...series.map(({ options }) => options)],
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    hooks: {
      setCursor: [({ cursor }) => typeof cursor.idx === 'number' && onPoint(cursor.idx)],
    },
  };
  const times = grid.rows.map(({ key }) => timeOfDay(key) / 1000);
  return new UPlot(options, [times, ...series.map(({ values }) => [...values])], element);
}

interface Drawn {
  values: readonly Value[];
  options: UPlot.Series;
}

/** The whole is drawn first and the parts over it, so that each shows above the one below. */
function barsOf(element: HTMLElement, grid: Grid): Drawn[] {
  const series = seriesOf(grid);
  const paths = UPlot.paths.bars?.({ size: [0.7, 48] });
  return stacked(series).map((values, drawn) => {
    const index = series.length - 1 - drawn;
    const stroke = resolved(element, colours[index % colours.length] ?? '');
    return {
      values,
      options: {
        stroke,
        fill: index === 0 ? stroke : resolved(element, 'warn-soft', 'backgroundColor'),
        width: 1,
        points: { show: false },
        ...(paths && { paths }),
      },
    };
  });
}

function linesOf(element: HTMLElement, grid: Grid): Drawn[] {
  return seriesOf(grid).map(({ title, values }, index) => {
    const stroke = resolved(element, colours[index % colours.length] ?? '');
    return {
      values,
      options: {
        label: title,
        stroke,
        width: 2,
        dash: dashes[index % dashes.length] ?? [],
        spanGaps: false,
        // A day between two gaps has no line: its point shows it.
        points: { show: true, size: 5, fill: stroke },
      },
    };
  });
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

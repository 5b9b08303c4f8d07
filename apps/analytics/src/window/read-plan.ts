import { type Cell, quarterMs } from './cells.ts';
import type { Window } from './window.ts';

/** How a window is read: whole spans from rollups, the edges from facts. */
export interface ReadPlan {
  /** Span of the rollups to read, in quarters of an hour. */
  span: 1 | 4;
  /** The first quarter of each cell. */
  starts: number[];
  /** Quarters that rollups answer, the second excluded; empty if they are equal. */
  rolled: [from: number, until: number];
  /** Periods that facts answer, in ms. */
  edges: [from: number, until: number][];
}

/** Hourly rows are the fewest; days of some zones do not begin on the hour, nor do rolling windows. */
export function readPlanOf({ from, until, isRolling }: Window, cells: readonly Cell<unknown>[]): ReadPlan {
  const starts = cells.map((cell) => Math.round(cell.from / quarterMs));
  if (!isRolling) {
    const rolled: ReadPlan['rolled'] = [starts[0] ?? 0, Math.round(until / quarterMs)];
    const span = [...starts, rolled[1]].every((quarter) => quarter % 4 === 0) ? 4 : 1;
    return { span, starts, rolled, edges: [] };
  }
  const span = 4;
  const first = Math.ceil(from / quarterMs / span) * span;
  const last = Math.floor(until / quarterMs / span) * span;
  if (first >= last) return { span, starts, rolled: [first, first], edges: [[from, until]] };
  return {
    span,
    starts: [Math.floor(from / quarterMs)],
    rolled: [first, last],
    edges: [
      [from, first * quarterMs],
      [last * quarterMs, until],
    ],
  };
}

/** The periods that facts answer. */
export function edgesOf({ edges }: ReadPlan): [from: Date, until: Date][] {
  return edges.map(([from, until]) => [new Date(from), new Date(until)]);
}

/** The bounds of a plan. */
export function boundsOf({ rolled, edges }: ReadPlan): [from: Date, until: Date] {
  const from = edges[0]?.[0] ?? rolled[0] * quarterMs;
  const until = edges.at(-1)?.[1] ?? rolled[1] * quarterMs;
  return [new Date(from), new Date(until)];
}

/** The bounds of each cell. */
export function cellBoundsOf(plan: ReadPlan): [from: number, until: number][] {
  const [from, until] = boundsOf(plan).map((at) => at.getTime()) as [number, number];
  return plan.starts.map((start, index) => {
    const next = plan.starts[index + 1];
    return [index === 0 ? from : start * quarterMs, next === undefined ? until : next * quarterMs];
  });
}

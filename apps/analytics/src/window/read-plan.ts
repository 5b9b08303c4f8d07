import { type Cell, quarterMs } from './cells.ts';
import type { Window } from './window.ts';

/** How a window is read: whole spans from rollups, what is left at its ends from facts. */
export interface ReadPlan {
  /** Quarters of an hour in a span of the rollups to be read. */
  span: 1 | 4;
  /** The first quarter of each cell. */
  starts: number[];
  /** Quarters that the rollups answer for, the second not included; none if they are equal. */
  rolled: [from: number, until: number];
  /** Stretches that the facts answer for, in ms. */
  edges: [from: number, until: number][];
}

/** Rows per hour are the fewest; days of some zones, and rolling windows, do not begin with an hour. */
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

/** The stretches that the facts answer for. */
export function edgesOf({ edges }: ReadPlan): [from: Date, until: Date][] {
  return edges.map(([from, until]) => [new Date(from), new Date(until)]);
}

/** The instants between which a plan lies. */
export function boundsOf({ rolled, edges }: ReadPlan): [from: Date, until: Date] {
  const from = edges[0]?.[0] ?? rolled[0] * quarterMs;
  const until = edges.at(-1)?.[1] ?? rolled[1] * quarterMs;
  return [new Date(from), new Date(until)];
}

/** The instants between which each cell lies. */
export function cellBoundsOf(plan: ReadPlan): [from: number, until: number][] {
  const [from, until] = boundsOf(plan).map((at) => at.getTime()) as [number, number];
  return plan.starts.map((start, index) => {
    const next = plan.starts[index + 1];
    return [index === 0 ? from : start * quarterMs, next === undefined ? until : next * quarterMs];
  });
}

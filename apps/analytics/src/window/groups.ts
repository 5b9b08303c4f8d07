import { type DateOf, dateOf } from './calendar.ts';
import type { Cell } from './cells.ts';

/** Sums of one cell. */
export interface CellSums {
  /** The number of the cell, from 1. */
  cell: number;
  total: number;
}

/** The sums of all cells with one key; undefined when they are empty. */
export interface Group<Key, Sums extends CellSums> {
  key: Key;
  sums: Sums | undefined;
}

/** Groups cells by key, in the order of first occurrence. */
export function groupsOf<Key, Sums extends CellSums>(
  cells: readonly Cell<Key>[],
  sums: readonly Sums[],
): Group<Key, Sums>[] {
  const byCell = new Map(sums.map((one) => [one.cell, one]));
  const groups = new Map<string, Group<Key, Sums>>();
  for (const [index, { key }] of cells.entries()) {
    const name = JSON.stringify(key) ?? '';
    const found = byCell.get(index + 1);
    const earlier = groups.get(name);
    if (!earlier) groups.set(name, { key, sums: found });
    else if (found) earlier.sums = earlier.sums ? added(earlier.sums, found) : found;
  }
  return [...groups.values()];
}

function added<Sums extends CellSums>(one: Sums, other: Sums): Sums {
  const entries = Object.entries(one).map(([name, value]) => [name, value + Reflect.get(other, name)]);
  return Object.fromEntries(entries) as Sums;
}

/** Options for the form of an answer. */
export interface Shape {
  fill?: 'zero' | string | undefined;
  direction?: 1 | -1 | undefined;
}

/**
 * Builds the rows of an answer. Omits empty groups unless `fill` asks for them. Source: contract 40 section 1.5.
 * @param defaultDirection -1: the last group first
 */
export function rowsOf<Key, Sums extends CellSums, Row>(
  groups: readonly Group<Key, Sums>[],
  { fill, direction }: Shape,
  defaultDirection: 1 | -1,
  rowOf: (key: Key, sums: Sums | undefined) => Row | Row[],
): (Row & DateOf<Key>)[] {
  const shown = groups.filter(({ sums }) => fill === 'zero' || (sums?.total ?? 0) > 0);
  const ordered = (direction ?? defaultDirection) === 1 ? shown : shown.toReversed();
  return ordered.flatMap(({ key, sums }) =>
    [rowOf(key, sums)].flat().map((row) => ({ ...(row as Row), ...dateOf(key) })),
  );
}

/** Null without values. */
export function meanOf(sum = 0, count = 0): number | null {
  return count > 0 ? sum / count : null;
}

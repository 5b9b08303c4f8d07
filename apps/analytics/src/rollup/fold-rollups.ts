import type { Context } from '../context.ts';

/** Folds deltas into the rollups, so that few are left to read. */
export async function foldRollups(context: Context): Promise<void> {
  while (await context.rollups.fold());
}

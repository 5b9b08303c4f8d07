import type { Context } from '../context.ts';

/** Keeps short what is read beside the rollups. */
export async function foldRollups(context: Context): Promise<void> {
  while (await context.rollups.fold());
}

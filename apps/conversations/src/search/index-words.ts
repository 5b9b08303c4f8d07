import type { Context } from '../context.ts';

/** Limits a round, because shutdown waits for it. */
const roundMs = 5_000;

/**
 * Updates the full-text index, so that searches have little to read outside it. Not called `indexRequests`: replicas of the release before hold the
 * lease of that job for an index of their own.
 */
export async function indexWords(context: Context): Promise<void> {
  await context.searchIndex.catchUp({ withinMs: roundMs, debounce: true });
}

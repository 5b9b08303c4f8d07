import type { Context } from '../context.ts';

/** Limits a round, because shutdown waits for it. */
const roundMs = 5_000;

/** Updates the full-text index, so that searches have little to read outside it. */
export async function indexRequests(context: Context): Promise<void> {
  await context.searchIndex.catchUp({ withinMs: roundMs, debounce: true });
}

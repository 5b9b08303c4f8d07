import type { Context } from '../context.ts';

/** A replica that stops waits for it. */
const roundMs = 5_000;

/** Brings the words of requests up to date, so that searches need not look into what was written lately for long. */
export async function indexRequests(context: Context): Promise<void> {
  await context.searchIndex.catchUp({ withinMs: roundMs, debounce: true });
}

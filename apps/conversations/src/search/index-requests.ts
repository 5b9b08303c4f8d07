import type { Context } from '../context.ts';

/** Brings the words of requests up to date, so that searches find what was written a moment ago. */
export async function indexRequests(context: Context): Promise<void> {
  await context.searchIndex.catchUp();
}

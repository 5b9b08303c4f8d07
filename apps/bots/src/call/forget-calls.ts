import type { Context } from '../context.ts';

const keptMs = 7 * 86_400_000;
const atOnce = 5_000;

/** Deletes calls after seven days. */
export async function forgetCalls({ calls }: Context): Promise<void> {
  const end = new Date(Date.now() - keptMs);
  while (await calls.deleteBefore(end, atOnce));
}

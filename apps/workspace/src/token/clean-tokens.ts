import type { Context } from '../context.ts';

const keptMs = 30 * 86_400_000;

/** Deletes rows of the history 30 days after expiry. Source: contract 10 section 7. */
export async function cleanTokens(context: Context): Promise<void> {
  await context.tokens.dropExpiredBefore(new Date(Date.now() - keptMs));
}

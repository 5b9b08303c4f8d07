import type { Context } from '../context.ts';

const keptMs = 30 * 86_400_000;

/** Deletes rows of the history 30 days after expiry, machine tokens 30 days after they have ended. Source: contract 10 section 7. */
export async function cleanTokens(context: Context): Promise<void> {
  const time = new Date(Date.now() - keptMs);
  await context.oidc.dropExpiredBefore(new Date());
  await context.oidc.dropLoginsBefore(new Date(Date.now() - context.config.SESSION_MAX));
  await context.challenges.dropExpiredBefore(new Date());
  await context.tokens.dropExpiredBefore(time);
  await context.apiTokens.dropEndedBefore(time);
}

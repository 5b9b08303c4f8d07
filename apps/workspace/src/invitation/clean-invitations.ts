import type { Context } from '../context.ts';

/** A used code stays until it would have expired, so that its taker may repeat his call; then nobody asks for it. */
export async function cleanInvitations(context: Context): Promise<void> {
  await context.invitations.dropExpiredBefore(new Date());
}

import type { Context } from '../context.ts';

/** Used codes stay until they expire, so that accepting can be repeated; then they are deleted. */
export async function cleanInvitations(context: Context): Promise<void> {
  await context.invitations.dropExpiredBefore(new Date());
}

import { groupErrors } from '@parley/contracts';

import type { Context } from '../context.ts';

/**
 * Members must be active teammates at writing. The caller holds the lock of the team, so nobody leaves it meanwhile.
 * @throws groupErrors.not_a_teammate, listing those who are not
 */
export async function refuseStrangers(context: Context, projectId: string, members: readonly string[]): Promise<void> {
  if (members.length === 0) return;
  const active = await context.roster.activeAmong(projectId, members);
  const ids = [...new Set(members)].filter((id) => !active.has(id));
  if (ids.length > 0) throw groupErrors.not_a_teammate({ ids });
}

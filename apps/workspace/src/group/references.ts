import { groupErrors } from '@parley/contracts';

import type { Context } from '../context.ts';

/**
 * Members must be active teammates at writing. The caller holds the lock of the team, so nobody leaves it meanwhile.
 * @throws groupErrors.not_a_teammate, listing those who are not
 */
export async function refuseNonTeammates(
  context: Context,
  projectId: string,
  members: readonly string[],
): Promise<void> {
  if (members.length === 0) return;
  const active = await context.membershipQueries.activeAmong(projectId, members);
  const ids = [...new Set(members)].filter((id) => !active.has(id));
  if (ids.length > 0) throw groupErrors.not_a_teammate({ ids });
}

/**
 * No department may be left with a group that is gone or serves nobody. The caller holds the lock of the team, as does
 * whoever gives a department a group.
 * @throws groupErrors.group_in_use, naming the department
 */
export async function refuseGroupInUse(context: Context, projectId: string, groupId: string): Promise<void> {
  const conflict = await context.departments.findUserOf(projectId, groupId);
  if (conflict !== undefined) throw groupErrors.group_in_use({ conflict });
}

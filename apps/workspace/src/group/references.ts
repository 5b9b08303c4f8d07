import { groupErrors } from '@parley/contracts';

import type { Context } from '../context.ts';

/**
 * Members must be active teammates. The caller holds the team lock, so no teammate leaves meanwhile.
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
 * A department must not refer to a removed or disabled group. The caller holds the team lock, as does every caller that
 * assigns a group to a department.
 * @throws groupErrors.group_in_use, naming the department
 */
export async function refuseGroupInUse(context: Context, projectId: string, groupId: string): Promise<void> {
  const conflict = await context.departments.findUserOf(projectId, groupId);
  if (conflict !== undefined) throw groupErrors.group_in_use({ conflict });
}

import { groupErrors } from '@parley/contracts';

import type { Context } from '../context.ts';

/**
 * No department may be left with a group that is gone or serves nobody. The caller holds the lock of the team, as does
 * whoever gives a department a group.
 * @throws groupErrors.group_in_use, naming the department
 */
export async function refuseInUse(context: Context, projectId: string, groupId: string): Promise<void> {
  const conflict = await context.departments.findUserOf(projectId, groupId);
  if (conflict !== undefined) throw groupErrors.group_in_use({ conflict });
}

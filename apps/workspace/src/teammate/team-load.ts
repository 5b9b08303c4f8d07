import type { Context } from '../context.ts';
import type { TeamLoad } from './teammate.ts';

/**
 * The load of these teammates. Call before a transaction: a remote call must never hold a row lock.
 * @param userIds without ids of visitors
 */
export async function teamLoad(
  context: Context,
  projectId: string,
  userIds: readonly (string | undefined)[],
): Promise<TeamLoad> {
  const persons = userIds.filter((id) => id !== undefined);
  if (persons.length === 0) return { settings: {}, held: new Map() };
  const [project, held] = await Promise.all([
    context.projects.find(projectId),
    context.activeConversations.countByTeammate(projectId, persons),
  ]);
  return { settings: project?.settings ?? {}, held };
}

import { type Actor, hasRight, isMachine, lowerRole, roles } from '@parley/contracts';

import type { Context } from '../context.ts';

/**
 * The caller as a member of a project that the path does not name: with their role and teammate id there.
 * @returns `undefined` when they are not a member
 * @throws dependency_down when the read model lacks the member and their service does not answer
 */
export async function actorIn(
  { members, livingBots }: Pick<Context, 'members' | 'livingBots'>,
  projectId: string,
  actor: Actor,
): Promise<Actor | undefined> {
  if (isMachine(actor.kind)) {
    // Tokens of bots and webhooks name their project if the gateway knows it.
    if (actor.projectId) return actor.projectId === projectId ? actor : undefined;
    const [bot] = actor.kind === 'bot' ? await livingBots.findNamed(projectId, [actor.id]) : [];
    return bot && { ...actor, projectId };
  }
  const member = await members.find(projectId, actor.id);
  const role = roles.find((known) => known === member?.role);
  if (!member || !role) return undefined;
  const { teammateId, rights, visibility } = member;
  const there = { ...actor, projectId, teammateId, visibility };
  // What a machine token was given is a limit.
  return actor.kind === 'token'
    ? {
        ...there,
        role: lowerRole(actor.role, role),
        rights: actor.rights?.filter((right) => hasRight({ role, rights }, right)) ?? rights,
      }
    : { ...there, role, rights };
}

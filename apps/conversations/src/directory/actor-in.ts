import { type Actor, isMachine, roles } from '@parley/contracts';

import type { Context } from '../context.ts';

/**
 * The caller as a member of a project that the path does not name: with his role there and his teammate id. Undefined when he
 * has no part in it.
 * @throws dependency_down when the copies do not know him and the service that would cannot be asked
 */
export async function actorIn(
  { members, livingBots }: Pick<Context, 'members' | 'livingBots'>,
  projectId: string,
  actor: Actor,
): Promise<Actor | undefined> {
  if (isMachine(actor.kind)) {
    // Tokens of bots and webhooks say their project themselves where the gateway knows it.
    if (actor.projectId) return actor.projectId === projectId ? actor : undefined;
    const [bot] = actor.kind === 'bot' ? await livingBots.named(projectId, [actor.id]) : [];
    return bot && { ...actor, projectId };
  }
  const member = await members.find(projectId, actor.id);
  const role = roles.find((known) => known === member?.role);
  return member && role && { ...actor, projectId, role, teammateId: member.teammateId };
}

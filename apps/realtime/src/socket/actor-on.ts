import type { Actor } from '@parley/contracts';

import type { Context } from '../context.ts';
import type { Connection } from './connection.ts';

/** The actor of the socket in a project. @throws not_a_member or the refusal of admission */
export async function actorOn(
  { identities }: Context,
  { identity, address }: Connection,
  projectId: string,
): Promise<Actor> {
  if (!identity) throw new Error('The socket is not authenticated');
  await identities.admission.checkAccess(identity, projectId, address);
  const { actor, refusal } = await identities.admission.standingOf(identity, projectId);
  if (refusal) throw refusal;
  return actor;
}

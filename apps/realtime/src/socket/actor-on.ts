import type { Actor } from '@parley/contracts';

import type { Context } from '../context.ts';
import type { Connection } from './connection.ts';

/** The socket's principal on a project. @throws not_a_member and its kin */
export async function actorOn(
  { identities }: Context,
  { identity, address }: Connection,
  projectId: string,
): Promise<Actor> {
  if (!identity) throw new Error('a socket without identity acts');
  await identities.admission.checkAccess(identity, projectId, address);
  const { actor, refusal } = await identities.admission.standingOf(identity, projectId);
  if (refusal) throw refusal;
  return actor;
}

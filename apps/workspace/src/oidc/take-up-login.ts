import { commonErrors, oidcErrors } from '@parley/contracts';

import type { Context } from '../context.ts';
import type { User } from '../user/user.ts';
import { applyStanding } from './apply-standing.ts';

/**
 * Ties a sign-in by an issuer to its session, and gives the person the place in the project that the claims gave them, within the transaction
 * that opens the session.
 * @returns the connection
 * @throws commonErrors.unauthorized for a sign-in that has been taken up; oidcErrors.not_invited once the connection is removed
 */
export async function takeUpLogin(
  context: Context,
  loginId: string,
  user: User,
  sessionJti: string,
  at: Date,
): Promise<string> {
  const login = await context.oidc.bindLogin(loginId, user.id, sessionJti);
  if (!login) throw commonErrors.unauthorized();
  const { connection: id, standing } = login;
  if (standing) {
    const connection = await context.signInConnections.usable(id);
    if (!connection?.project) throw oidcErrors.not_invited();
    await applyStanding(context, { ...connection, project: connection.project }, user, standing, at);
  }
  return id;
}

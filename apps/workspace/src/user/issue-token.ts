import { SignedInUserView, type SignedInView } from '@parley/contracts';

import type { Context } from '../context.ts';
import type { ProvenPerson } from '../factor/answer-challenge.ts';
import { enforceConnection } from '../sign-in/enforcement.ts';
import { type SignIn, signIn as signedIn, tokenClaimsOf, viewOf } from './user.ts';

/**
 * The token of a person who has proved who they are, within the ambient transaction.
 * @throws signInErrors.sign_in_by_connection; commonErrors.unauthorized
 */
export async function issueToken(
  context: Context,
  { user: known, credentialsVersion }: ProvenPerson,
  { at, ...proof }: Omit<SignIn, 'jti'> & { at: Date },
): Promise<SignedInView> {
  // Locks the user first: the password was compared without a lock and may have changed since.
  const { token, jti, expiresAt } = await context.tokens.issue({
    kind: 'user',
    principalId: known.id,
    claims: tokenClaimsOf(known),
    method: 'password',
    credentialsVersion,
  });
  const user = await context.users.update(known.id, (current) => signedIn(current, at, { ...proof, jti }));
  await enforceConnection(context, user, proof);
  await context.teammates.signedIn(user.id, at);
  const summary = SignedInUserView.parse(viewOf(user));
  return { success: true, token: `JWT ${token}`, expiresAt: expiresAt.toISOString(), user: summary };
}

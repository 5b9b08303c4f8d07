import { SignedInUserView, type userApi, userErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { isOutdated } from './passwords.ts';
import type { Credentials } from './user.repository.ts';
import { signIn as signedIn, tokenClaimsOf, viewOf } from './user.ts';

type SignIn = Operation<typeof userApi.signIn, Context>;

export const signIn: SignIn = async (context, _actor, { email, password }) => {
  const { user: known, passwordHash } = await prove(context, email, password);
  const rehashed = isOutdated(passwordHash) ? await context.passwords.hash(password) : undefined;

  return context.db.transaction(async () => {
    const at = new Date();
    // Locks the user first: the password was compared without a lock and may have changed since.
    const { token, jti, expiresAt } = await context.tokens.issue({
      kind: 'user',
      principalId: known.id,
      claims: tokenClaimsOf(known),
      method: 'password',
      credentialsVersion: known.credentialsVersion,
    });
    const user = await context.users.update(known.id, (current) => signedIn(current, at, jti, rehashed));
    await context.teammates.signedIn(user.id, at);
    const summary = SignedInUserView.parse(viewOf(user));
    return { success: true, token: `JWT ${token}`, expiresAt: expiresAt.toISOString(), user: summary };
  });
};

/** @throws userErrors.invalid_credentials, the same after the same work for unknown addresses and wrong passwords */
async function prove(context: Context, email: string, password: string): Promise<Required<Credentials>> {
  let found: Credentials | undefined;
  const right = await context.passwordAttempts.try(email, async () => {
    found = await context.users.credentialsOf({ email });
    const matches = await context.passwords.verify(password, found?.passwordHash);
    return matches && (found?.user.emailVerified === true || !context.config.SIGNUP_PRIVATE);
  });

  if (!right || found?.passwordHash === undefined) throw userErrors.invalid_credentials();
  return { user: found.user, passwordHash: found.passwordHash };
}

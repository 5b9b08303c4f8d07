import { SignedInUserView, type userApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { provePassword } from './prove-password.ts';
import { signIn as signedIn, tokenClaimsOf, viewOf } from './user.ts';

type SignIn = Operation<typeof userApi.signIn, Context>;

export const signIn: SignIn = async (context, _actor, { email, password }) => {
  const { user: known, passwordHash } = await provePassword(context, email, password);
  const rehashed = context.passwords.isOutdated(passwordHash) ? await context.passwords.hash(password) : undefined;

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
    const user = await context.users.update(known.id, (current) =>
      signedIn(current, at, { via: 'password', jti, rehashed }),
    );
    await context.teammates.signedIn(user.id, at);
    const summary = SignedInUserView.parse(viewOf(user));
    return { success: true, token: `JWT ${token}`, expiresAt: expiresAt.toISOString(), user: summary };
  });
};

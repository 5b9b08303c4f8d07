import { commonErrors, factorErrors, isStorable } from '@parley/contracts';

import type { Context } from '../context.ts';
import { enforceConnection } from '../sign-in/enforcement.ts';
import { fullNameOf } from './user.ts';

interface BasicCredentials {
  email: string;
  password: string;
  clientAddress: string;
}

/**
 * The gateway calls it for each request with Basic. The user row is read every time; a successful comparison is cached for a minute.
 * @throws commonErrors.unauthorized, rate_limited, busy; signInErrors.sign_in_by_connection
 */
export async function authenticateBasic(context: Context, request: BasicCredentials) {
  const email = request.email.trim().toLowerCase();
  if (!isStorable(email) || email.length > 254 || [...request.password].length > 256) {
    throw commonErrors.unauthorized();
  }

  const found = await context.users.credentialsOf({ email });
  const stranger = { id: `unknown ${email}`, credentialsVersion: 0 };

  const right = await context.passwordCache.check(found?.user ?? stranger, request.password, () =>
    context.passwordAttempts.try(
      email,
      async () => {
        const matches = await context.passwords.verify(request.password, found?.passwordHash);
        return matches && (found?.user.emailVerified === true || !context.config.SIGNUP_PRIVATE);
      },
      request.clientAddress,
    ),
  );
  if (!right || !found) throw commonErrors.unauthorized();
  // Programs use machine tokens: no person is there to answer a challenge.
  if ((await context.factors.kindsOf(found.user.id)).length > 0) throw factorErrors.second_factor_required();
  await enforceConnection(context, found.user, { via: 'password' });

  const { user } = found;
  return {
    principal: { kind: 'user', id: user.id, displayName: fullNameOf(user), email: user.email },
    credentialsVersion: user.credentialsVersion,
  };
}

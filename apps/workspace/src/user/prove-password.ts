import { userErrors } from '@parley/contracts';

import type { Context } from '../context.ts';
import type { Credentials } from './user.repository.ts';

/** @throws userErrors.invalid_credentials, the same after the same work for unknown addresses and wrong passwords */
export async function provePassword(context: Context, email: string, password: string): Promise<Required<Credentials>> {
  let found: Credentials | undefined;
  const right = await context.passwordAttempts.try(email, async () => {
    found = await context.users.credentialsOf({ email });
    const matches = await context.passwords.verify(password, found?.passwordHash);
    return matches && (found?.user.emailVerified === true || !context.config.SIGNUP_PRIVATE);
  });

  if (!right || found?.passwordHash === undefined) throw userErrors.invalid_credentials();
  return { user: found.user, passwordHash: found.passwordHash };
}

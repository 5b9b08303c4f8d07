import { type sessionApi, userErrors } from '@parley/contracts';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { provePassword } from '../user/prove-password.ts';
import { type SignIn, signIn } from '../user/user.ts';
import { answerOf } from './session.ts';
import { sessionCookie } from './session-cookie.ts';

type CreateSession = Operation<typeof sessionApi.createSession, Context>;

export const createSession: CreateSession = async (context, _actor, { email = '', password = '', code }) => {
  if (code !== undefined) {
    return context.db.transaction(async () => {
      const userId = await context.codes.redeem(code, 'sign_in', new Date());
      if (userId === undefined) throw userErrors.sign_in_code_invalid();
      return open(context, { id: userId }, { via: 'code' });
    });
  }

  const { user, passwordHash } = await provePassword(context, email, password);
  const rehashed = context.passwords.isOutdated(passwordHash) ? await context.passwords.hash(password) : undefined;
  return context.db.transaction(() => open(context, user, { via: 'password', rehashed }));
};

async function open(context: Context, person: { id: string; credentialsVersion?: number }, proof: Omit<SignIn, 'jti'>) {
  const at = new Date();
  // Locks the user first: the password was compared without a lock and may have changed since.
  const { session, secret } = await context.sessions.open(person.id, person.credentialsVersion);
  const user = await context.users.update(person.id, (current) => signIn(current, at, { ...proof, jti: session.jti }));
  await context.teammates.signedIn(user.id, at);
  const token = await context.sessions.accessToken(session, user, at);
  const cookie = sessionCookie(secret, { publicUrl: context.config.PUBLIC_URL, maxAgeMs: context.config.SESSION_TTL });
  return answer(answerOf(session, token, user), { 'set-cookie': cookie });
}

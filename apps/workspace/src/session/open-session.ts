import type { SessionView } from '@parley/contracts';
import { answer } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { takeUpLogin } from '../oidc/take-up-login.ts';
import { enforceConnection } from '../sign-in/enforcement.ts';
import { type SignIn, signIn } from '../user/user.ts';
import { answerOf } from './session.ts';
import { sessionCookie } from './session-cookie.ts';

/**
 * The session of a person who has proved who they are, within the ambient transaction.
 * @param proof `loginId`: of the sign-in by an issuer
 * @throws signInErrors.sign_in_by_connection; commonErrors.unauthorized
 */
export async function openSession(
  context: Context,
  person: { id: string; credentialsVersion?: number },
  { loginId, ...proof }: Omit<SignIn, 'jti'> & { loginId?: string },
) {
  const at = new Date();
  // Locks the user first: the password was compared without a lock and may have changed since.
  const { session, secret } = await context.sessions.open(person.id, person.credentialsVersion);
  const user = await context.users.update(person.id, (current) => signIn(current, at, { ...proof, jti: session.jti }));
  const connection = loginId === undefined ? undefined : await takeUpLogin(context, loginId, user, session.jti, at);
  await enforceConnection(context, user, { via: proof.via, connection });
  await context.teammates.signedIn(user.id, at);
  const token = await context.sessions.accessToken(session, user, at);
  const cookie = sessionCookie(secret, { publicUrl: context.config.PUBLIC_URL, maxAgeMs: context.config.SESSION_TTL });
  const body: SessionView = answerOf(session, token, user);
  return answer(body, { 'set-cookie': cookie });
}

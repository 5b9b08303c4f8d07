import { commonErrors, type sessionApi } from '@parley/contracts';
import { answer, type RawOperation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { answerOf } from './session.ts';
import { clearedCookie, secretIn, sessionCookie } from './session-cookie.ts';

type RenewSession = RawOperation<typeof sessionApi.renewSession, Context>;

/** The secret stays the same, so that two tabs that renew at once both succeed. */
export const renewSession: RenewSession = async (context, _actor, { optional }, { req, res }) => {
  const { PUBLIC_URL: publicUrl, SESSION_TTL: maxAgeMs } = context.config;
  const secret = secretIn(req.headers.cookie, publicUrl);
  const at = new Date();
  const renewed = secret && (await context.sessions.renew(secret, at));
  const user = renewed && (await context.users.findById(renewed.userId));
  if (!secret || !renewed || !user) {
    if (optional) return answer({ success: true, signed_in: false }, { 'set-cookie': clearedCookie(publicUrl) });
    res.setHeader('set-cookie', clearedCookie(publicUrl));
    throw commonErrors.unauthorized({}, new Error('session'));
  }

  const { session } = renewed;
  const token = await context.sessions.accessToken(session, user, at);
  return answer(answerOf(session, token, user), { 'set-cookie': sessionCookie(secret, { publicUrl, maxAgeMs }) });
};

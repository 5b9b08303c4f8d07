import type { sessionApi } from '@parley/contracts';
import { answer, type RawOperation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { connectionOf } from '../oidc/connection-of.ts';
import { clearedCookie, secretIn } from './session-cookie.ts';

type EndSession = RawOperation<typeof sessionApi.endSession, Context>;

export const endSession: EndSession = async (context, _actor, _input, { req }) => {
  const { PUBLIC_URL: publicUrl } = context.config;
  const secret = secretIn(req.headers.cookie, publicUrl);
  const jti = secret === undefined ? undefined : await context.sessions.end(secret);
  const logoutUrl = jti === undefined ? undefined : await logoutUrlOf(context, jti);
  const body = { success: true, msg: 'You are signed out.', ...(logoutUrl && { logout_url: logoutUrl }) } as const;
  return answer(body, { 'set-cookie': clearedCookie(publicUrl) });
};

/** Where the session at the identity provider ends, if one has made this session. */
async function logoutUrlOf(context: Context, jti: string): Promise<string | undefined> {
  const login = await context.oidc.loginOfSession(jti);
  const connection = login && (await connectionOf(context, login.connection));
  return connection && context.issuers.logoutUrl(connection, login.idToken);
}

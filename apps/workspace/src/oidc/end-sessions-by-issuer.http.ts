import { type oidcApi, oidcErrors } from '@parley/contracts';
import { answer, type RawOperation, readBody } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { connectionOf } from './connection-of.ts';
import { endLogins } from './end-logins.ts';

type EndSessionsByIssuer = RawOperation<typeof oidcApi.endSessionsByIssuer, Context>;

const maxBytes = 16_384;

/** OpenID Connect Back-Channel Logout. What repeats a logout token ends nothing that was made after it. */
export const endSessionsByIssuer: EndSessionsByIssuer = async (context, _actor, { connection: id }, { req }) => {
  const connection = await connectionOf(context, id);
  if (!connection) throw oidcErrors.connection_not_found();
  const token = new URLSearchParams((await readBody(req, maxBytes)).toString('utf8')).get('logout_token');
  if (!token) throw oidcErrors.logout_token_invalid();
  const logout = await context.issuers.readLogout(connection, token);
  const issuer = connection.issuer.href;
  await context.db.transaction(() =>
    endLogins(context, { connection: id, logout: { ...logout, issuer } }, 'issuer_logout'),
  );
  return answer({ success: true as const }, { 'cache-control': 'no-store' });
};

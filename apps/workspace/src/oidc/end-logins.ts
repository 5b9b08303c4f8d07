import type { RevocationReason } from '@parley/contracts';

import type { Context } from '../context.ts';
import type { IssuerLogout } from './issuers.client.ts';

/** Ends the sessions that an issuer has made by a connection, within the ambient transaction. @param logout absent: all */
export async function endLogins(
  context: Context,
  { connection, logout }: { connection: string; logout?: IssuerLogout & { issuer: string } },
  reason: RevocationReason,
): Promise<void> {
  for (const { userId, jti } of await context.oidc.sessionsOf(connection, logout))
    await context.tokens.revokeOne({ kind: 'user', principalId: userId }, { jti }, reason);
}

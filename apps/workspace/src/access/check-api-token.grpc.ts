import type { CheckApiTokenRequest, CheckApiTokenResponse } from '@parley/proto-gen/workspace/v1/identity';

import type { Context } from '../context.ts';

/** The gateway calls it for every machine token it has not cached. */
export async function checkApiToken(
  context: Context,
  { secretHash, clientAddress }: CheckApiTokenRequest,
): Promise<CheckApiTokenResponse> {
  const state = await context.apiTokenUses.use(secretHash, clientAddress);
  if (!state.live) return { live: false, reason: state.reason };
  if (state.isAddressNew) await context.apiTokens.noteAddress(state.token, clientAddress);
  const { projectId: idProject, allowedIps: allowedAddresses, expiresAt, ...token } = state.token;
  return {
    live: true,
    reason: '',
    token: { ...token, idProject, allowedAddresses, expiresAtMs: expiresAt.getTime() },
  };
}

import type { CheckTokenRequest, CheckTokenResponse } from '@parley/proto-gen/workspace/v1/identity';

import type { Context } from '../context.ts';
import { statusOf } from './membership-message.grpc.ts';

/** The gateway calls it for every token it has not cached. */
export async function checkToken(context: Context, request: CheckTokenRequest): Promise<CheckTokenResponse> {
  const { jti, sub, id, idProject: projectId, sid } = request;
  const state = await context.liveTokens.stateOf({ jti, sub, id, projectId, sid });
  if (!state.live) return { live: false, reason: state.reason, expiresAtMs: 0 };

  const { principal, membership } = state;
  return {
    live: true,
    reason: '',
    expiresAtMs: state.expiresAt.getTime(),
    principal: {
      kind: principal.kind,
      id: principal.id,
      idProject: principal.projectId,
      idProjectUser: principal.teammateId,
      jti: state.jti,
      displayName: principal.name,
      email: principal.email,
    },
    membership: membership && {
      idProjectUser: membership.teammateId,
      role: membership.role,
      status: statusOf(membership.isActive),
      fullName: principal.name,
      email: principal.email,
    },
  };
}

import type { CheckExternalRequest, CheckExternalResponse } from '@parley/proto-gen/workspace/v1/identity';

import type { Context } from '../context.ts';
import { membershipOf } from './membership-message.grpc.ts';

/** Whether a customer's server may issue tokens for this id: not for ids of Parley's users. */
export async function checkExternal(context: Context, request: CheckExternalRequest): Promise<CheckExternalResponse> {
  const { idProject, externalId } = request;
  const [isUser, visitor] = await Promise.all([
    context.membershipQueries.isUserId(externalId),
    context.visitors.find(idProject, externalId),
  ]);
  return { refused: isUser, membership: visitor && membershipOf(visitor) };
}

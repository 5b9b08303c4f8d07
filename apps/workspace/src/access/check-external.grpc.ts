import type { CheckExternalRequest, CheckExternalResponse } from '@parley/proto-gen/workspace/v1/identity';

import type { Context } from '../context.ts';
import { membershipOf } from './membership-message.grpc.ts';

/** Whether a customer's server may vouch for this id at all: never for one that a user of Parley has. */
export async function checkExternal(context: Context, request: CheckExternalRequest): Promise<CheckExternalResponse> {
  const { idProject, externalId } = request;
  const [isUser, visitor] = await Promise.all([
    context.membershipQueries.isUserId(externalId),
    context.visitors.find(idProject, externalId),
  ]);
  return { refused: isUser, membership: visitor && membershipOf(visitor) };
}

import { Acknowledged, commonErrors } from '@parley/contracts';
import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';

type Acknowledge = GrpcHandler<(typeof ConversationsServiceService)['acknowledge'], Context>;

export const acknowledge: Acknowledge = async (context, { idProject, requestId, upto, status }, { actor }) => {
  if (!actor) throw commonErrors.unauthorized();
  const place = { requestId, upto };
  return { updated: await context.messages.acknowledgeUpTo(actor, idProject, place, Acknowledged.parse(status)) };
};

import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';

type ListRequestsByLead = GrpcHandler<(typeof ConversationsServiceService)['listRequestsByLead'], Context>;

export const listRequestsByLead: ListRequestsByLead = async (context, { idProject, lead, cursor }) => {
  const { requests, next } = await context.leadRequests.list(idProject, lead, cursor);
  return { requests, nextCursor: next };
};

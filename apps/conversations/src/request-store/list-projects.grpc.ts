import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';

type ListProjects = GrpcHandler<(typeof ConversationsServiceService)['listProjects'], Context>;

const most = 100;

export const listProjects: ListProjects = async ({ scans }, { after, limit }) => ({
  ids: await scans.projects(after, Math.min(most, Math.max(1, limit))),
});

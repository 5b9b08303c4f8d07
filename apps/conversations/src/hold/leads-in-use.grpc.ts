import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';

type LeadsInUse = GrpcHandler<(typeof ConversationsServiceService)['leadsInUse'], Context>;

export const leadsInUse: LeadsInUse = (context, { idProject, leads }) => context.holds.leadsInUse(idProject, leads);

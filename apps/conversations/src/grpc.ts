import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { serve } from '@parley/service-kit';

import type { Context } from './context.ts';
import { countActiveByTeammate } from './request/count-active-by-teammate.grpc.ts';
import { getRequestFor } from './request/get-request-for.grpc.ts';

export const grpc = [
  serve<typeof ConversationsServiceService, Context>(
    ConversationsServiceService,
    { getRequestFor, countActiveByTeammate },
    { callers: { getRequestFor: ['bots', 'media'], countActiveByTeammate: ['workspace'] } },
  ),
];

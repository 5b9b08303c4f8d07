import { commonErrors } from '@parley/contracts';
import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import { readerOf, viewMessage } from '../access/message.view.ts';
import type { Context } from '../context.ts';

type ListMessages = GrpcHandler<(typeof ConversationsServiceService)['listMessages'], Context>;

const maxMessages = 200;

/** The newest messages up to a `seq`, newest first, as the actor of the call sees them. */
export const listMessages: ListMessages = async (context, { idProject, requestId, upto, limit }, { actor }) => {
  if (!actor) throw commonErrors.unauthorized();
  const range = { before: upto + 1, direction: -1, limit: Math.min(Math.max(limit, 1), maxMessages) };
  const { messages } = await context.messageQueries.list(actor, idProject, requestId, range);
  return {
    messagesJson: messages.map((message) => JSON.stringify(viewMessage(message, requestId, readerOf(actor)))),
  };
};

import { commonErrors, topicNames } from '@parley/contracts';
import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { typingRecordOf } from './typing-record.ts';

type PublishTyping = GrpcHandler<(typeof ConversationsServiceService)['publishTyping'], Context>;

/** Published only for the requester and participants, not for other viewers. */
export const publishTyping: PublishTyping = async (context, { idProject, requestId, typing }, { actor }) => {
  if (!actor) throw commonErrors.unauthorized();
  const { request } = await context.requestQueries.get(actor, idProject, requestId);
  const record = typingRecordOf(actor, request, typing);
  if (record) context.typing.publish(topicNames.typing(idProject, requestId), record);
  return {};
};

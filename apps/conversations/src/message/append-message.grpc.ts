import { commonErrors, SendMessageBody } from '@parley/contracts';
import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { type GrpcHandler, parseJson } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { sendMessage } from './send-message.ts';

type AppendMessage = GrpcHandler<(typeof ConversationsServiceService)['appendMessage'], Context>;

/** `sendMessage` over gRPC, under the same rules. */
export const appendMessage: AppendMessage = async (context, call, { actor }) => {
  if (!actor) throw commonErrors.unauthorized();
  const { idProject, requestId, messageJson, dedupeKey } = call;
  const body = parseJson(SendMessageBody, messageJson, 'message');

  const send = async () => {
    const message = await sendMessage(context, actor, { ...body, id_project: idProject, request_id: requestId });
    return { messageJson: JSON.stringify(message) };
  };
  if (dedupeKey === '') return send();
  return context.answeredCalls.once({ projectId: idProject, key: `message ${dedupeKey}`, requestId }, send);
};

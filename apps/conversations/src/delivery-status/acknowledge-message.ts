import type { messageStatusApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';
import { readerOf, viewMessage } from '../access/message.view.ts';
import type { Context } from '../context.ts';

type AcknowledgeMessage = Operation<typeof messageStatusApi.acknowledgeMessage, Context>;

export const acknowledgeMessage: AcknowledgeMessage = async (context, actor, input) => {
  const { id_project, request_id, message_id, status } = input;
  const place = { requestId: request_id, messageId: message_id };
  const message = await context.messages.acknowledge(actor, id_project, place, status);

  return viewMessage(message, request_id, readerOf(actor));
};

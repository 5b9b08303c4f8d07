import { Acknowledged, bodyFaults, lacksRight, type messageStatusApi, validationFailed } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';
import { isConnector } from '../access/actor.ts';
import { readerOf, viewMessage } from '../access/message.view.ts';
import type { Context } from '../context.ts';

type AcknowledgeMessage = Operation<typeof messageStatusApi.acknowledgeMessage, Context>;

/** A person reports what they have read, a connector what became of a message that it carries. */
export const acknowledgeMessage: AcknowledgeMessage = async (context, actor, input) => {
  const { id_project, request_id, message_id, status, error } = input;
  const place = { requestId: request_id, messageId: message_id };
  if (isConnector(actor) && !lacksRight(actor, 'messages.write')) {
    const message = await context.messages.reportCarried(actor, id_project, place, { status, error });
    if (message) return viewMessage(message, request_id, readerOf(actor));
  }
  const read = Acknowledged.safeParse(status);
  if (!read.success) throw validationFailed(bodyFaults(read.error, 'status'));
  const message = await context.messages.acknowledge(actor, id_project, place, read.data);
  return viewMessage(message, request_id, readerOf(actor));
};

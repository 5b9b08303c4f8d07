import type { messageApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';
import { readerOf, viewMessage } from '../access/message.view.ts';
import type { Context } from '../context.ts';

type GetMessage = Operation<typeof messageApi.getMessage, Context>;

export const getMessage: GetMessage = async (context, actor, input) => {
  const { id_project, request_id, message_id } = input;
  const message = await context.messageQueries.get(actor, id_project, request_id, message_id);

  return viewMessage(message, request_id, readerOf(actor));
};

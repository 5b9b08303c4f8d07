import type { messageApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit';

import type { Context } from '../context.ts';
import { linkNext } from '../request/link-next.ts';
import { readerOf, viewMessage } from './message.view.ts';

type ListMessages = Operation<typeof messageApi.listMessages, Context>;

export const listMessages: ListMessages = async (context, actor, input) => {
  const { id_project, request_id } = input;
  const { messages, next } = await context.messageQueries.list(actor, id_project, request_id, input);

  const reader = readerOf(actor);
  const views = messages.map((message) => viewMessage(message, request_id, reader));
  return linkNext(views, next, input);
};

import type { messageApi } from '@parley/contracts';
import { answer, type Operation, rendered } from '@parley/service-kit/http';

import { isEndUser } from '../access/actor.ts';
import { readerOf, viewMessage } from '../access/message.view.ts';
import type { Context } from '../context.ts';
import { linkNext } from '../request-list/link-next.ts';

type ListMessages = Operation<typeof messageApi.listMessages, Context>;

export const listMessages: ListMessages = async (context, actor, input) => {
  if (input.with === 'merged' && !isEndUser(actor)) {
    const { messages, next } = await context.mergedMessages.list(actor, input.id_project, input.request_id, input);
    const views = messages.map((message) => viewMessage(message, message.requestId, readerOf(actor)));
    return linkNext(answer(views, {}), next, input);
  }
  const cursor = await context.feed.cursorHeader(input.id_project);
  const page = await context.renderedMessages.list(actor, input.id_project, input.request_id, input);

  return linkNext(answer(rendered(page.text), cursor), page.next, input);
};

import type { directMessageApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';
import { viewMessage } from '../access/message.view.ts';
import { viewRequest } from '../access/request.view.ts';
import type { Context } from '../context.ts';
import { viewDirectMessage } from '../direct-message/direct-message.ts';
import { linkNext } from '../request-list/link-next.ts';

type ListProjectMessages = Operation<typeof directMessageApi.listProjectMessages, Context>;

const defaultLimit = 10;
const maxMessages = 50;

/** Messages of all requests and direct messages, newest first. */
export const listProjectMessages: ListProjectMessages = async (context, _actor, input) => {
  const { id_project, limit = defaultLimit, cursor, populate_request } = input;
  const queries = context.projectMessages;
  const { messages, next } = await queries.list(id_project, Math.min(limit, maxMessages), cursor);

  const ids = messages.flatMap((message) => (message.requestId === null ? [] : [message.request]));
  const requests = populate_request ? await queries.requestsOf(id_project, ids) : new Map();
  const views = messages.map((message) => {
    if (message.requestId === null) return viewDirectMessage(message);
    const request = requests.get(message.request);
    const view = viewMessage(message, message.requestId, 'team');
    return request ? { ...view, request: viewRequest(request, 'full') } : view;
  });
  return linkNext(views, next, input);
};

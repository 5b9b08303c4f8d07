import type { directMessageApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { linkNext } from '../request/link-next.ts';
import { viewRequest } from '../request/request.view.ts';
import { viewDirectMessage } from './direct-message.ts';
import { viewMessage } from './message.view.ts';

type ListProjectMessages = Operation<typeof directMessageApi.listProjectMessages, Context>;

const defaultLimit = 10;
const mostMessages = 50;

/** Of all requests and direct ones, the newest first. */
export const listProjectMessages: ListProjectMessages = async (context, _actor, input) => {
  const { id_project, limit = defaultLimit, cursor, populate_request } = input;
  const queries = context.projectMessages;
  const { messages, next } = await queries.list(id_project, Math.min(limit, mostMessages), cursor);

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

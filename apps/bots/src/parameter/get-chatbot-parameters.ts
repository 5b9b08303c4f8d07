import { type parameterApi, requestErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type GetChatbotParameters = Operation<typeof parameterApi.getChatbotParameters, Context>;

/** Readable for every actor who may read the request. */
export const getChatbotParameters: GetChatbotParameters = async (context, _actor, { id_project, request_id }) => {
  const request = await context.conversations.findRequest(id_project, request_id);
  if (!request) throw requestErrors.request_not_found();
  return context.turns.parameters(id_project, request.id);
};

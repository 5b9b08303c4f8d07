import { commonErrors, lacksRight, requestErrors } from '@parley/contracts';
import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import type { GrpcHandler } from '@parley/service-kit/grpc';
import { formFor, viewRequest } from '../access/request.view.ts';
import type { Context } from '../context.ts';

type GetRequestFor = GrpcHandler<(typeof ConversationsServiceService)['getRequestFor'], Context>;

/** A request as the actor of the call may see it. */
export const getRequestFor: GetRequestFor = async (context, { idProject, requestId }, { actor }) => {
  if (!actor) throw commonErrors.unauthorized();
  if (lacksRight(actor, 'requests.read')) throw requestErrors.request_not_found();
  const { request } = await context.requestQueries.get(actor, idProject, requestId);
  const record = viewRequest(request, formFor(actor));
  const { id, requestId: request_id, status, lastSeq } = request;
  return { id, requestId: request_id, status, lastSeq, recordJson: JSON.stringify(record) };
};

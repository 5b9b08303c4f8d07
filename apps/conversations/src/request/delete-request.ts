import type { requestEditApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';
import { viewRequest } from '../access/request.view.ts';
import type { Context } from '../context.ts';

type DeleteRequest = Operation<typeof requestEditApi.deleteRequest, Context>;

export const deleteRequest: DeleteRequest = async (context, actor, input) => {
  const gone = await context.requests.delete(actor, input.id_project, input.request_id);
  return viewRequest(gone, 'full');
};

import type { requestApi } from '@parley/contracts';
import { answer, type Operation, rendered } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type GetRequest = Operation<typeof requestApi.getRequest, Context>;

export const getRequest: GetRequest = async (context, actor, input) => {
  const { id_project, request_id, no_populate } = input;
  const { text, version } = await context.renderedRequests.get(actor, id_project, request_id, no_populate);

  return answer(rendered(text), { etag: `"${version}"` });
};

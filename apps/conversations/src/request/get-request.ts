import type { requestApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit';

import type { Context } from '../context.ts';
import { formFor, viewRequest } from './request.view.ts';

type GetRequest = Operation<typeof requestApi.getRequest, Context>;

export const getRequest: GetRequest = async (context, actor, input) => {
  const { request, transcript } = await context.requestQueries.get(actor, input.id_project, input.request_id);

  return viewRequest(request, formFor(actor, input.no_populate), { transcript });
};

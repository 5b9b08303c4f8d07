import type { slaApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { explain } from './explanation.ts';

type GetRequestSla = Operation<typeof slaApi.getRequestSla, Context>;

export const getRequestSla: GetRequestSla = async (context, actor, { id_project, request_id }) => {
  const { request } = await context.requestQueries.get(actor, id_project, request_id);
  const present = await context.automationConfigs.present(id_project);
  if (!request.serviceLevels || !present) return { clocks: [] };
  return explain(request.serviceLevels, present.config.hours, present.now.getTime());
};

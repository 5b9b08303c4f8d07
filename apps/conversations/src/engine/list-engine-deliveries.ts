import type { engineApi } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type ListEngineDeliveries = Operation<typeof engineApi.listEngineDeliveries, Context>;

export const listEngineDeliveries: ListEngineDeliveries = async (context, _actor, { id_project, ...query }) => {
  const { deliveries, count, next } = await context.deliveries.list(id_project, query);

  const page = { perPage: query.limit, count, deliveries };
  return next ? answer(page, { link: nextLink(next, query) }) : page;
};

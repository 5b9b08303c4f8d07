import type { deliveryApi } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './delivery.ts';

type ListDeliveries = Operation<typeof deliveryApi.listDeliveries, Context>;

export const listDeliveries: ListDeliveries = async (
  context,
  _actor,
  { id_project, subscription_id: id, ...query },
) => {
  await context.subscriptions.get(id_project, id);
  const { deliveries, count, perPage, next } = await context.deliveries.list(id_project, id, query, query);
  const body = { perPage, count, deliveries: deliveries.map(viewOf) };
  return next ? answer(body, { link: nextLink(next, query) }) : body;
};

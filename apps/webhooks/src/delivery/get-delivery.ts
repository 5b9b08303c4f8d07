import type { deliveryApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { logViewOf } from './delivery.ts';

type GetDelivery = Operation<typeof deliveryApi.getDelivery, Context>;

export const getDelivery: GetDelivery = async (context, _actor, { id_project, subscription_id, delivery_id }) => {
  await context.subscriptions.get(id_project, subscription_id);
  const delivery = await context.deliveries.get(id_project, subscription_id, delivery_id);
  return logViewOf(delivery, await context.attempts.ofDelivery(id_project, delivery_id));
};

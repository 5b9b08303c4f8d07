import { type deliveryApi, subscriptionErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './delivery.ts';

type ReplayDelivery = Operation<typeof deliveryApi.replayDelivery, Context>;

export const replayDelivery: ReplayDelivery = async (context, _actor, { id_project, subscription_id, delivery_id }) => {
  const { subscription } = await context.subscriptions.get(id_project, subscription_id);
  if (subscription.status === 'disabled') throw subscriptionErrors.subscription_disabled();
  const delivery = await context.deliveries.replay(id_project, subscription_id, delivery_id, context.clock.now());
  context.db.afterCommit(() => context.worker.notify({ projectId: id_project, subscriptionId: subscription_id }));
  return viewOf(delivery);
};

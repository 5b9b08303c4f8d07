import type { subscriptionApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './subscription.ts';

type GetSubscription = Operation<typeof subscriptionApi.getSubscription, Context>;

export const getSubscription: GetSubscription = async (context, _actor, { id_project, subscription_id: id }) => {
  const { subscription, breaker } = await context.subscriptions.get(id_project, id);
  return viewOf(subscription, breaker, context.clock.now());
};

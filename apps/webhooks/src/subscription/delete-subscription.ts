import type { subscriptionApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './subscription.ts';

type DeleteSubscription = Operation<typeof subscriptionApi.deleteSubscription, Context>;

export const deleteSubscription: DeleteSubscription = async (context, _actor, { id_project, subscription_id: id }) => {
  const { subscription, breaker } = await context.subscriptions.remove(id_project, id);
  return viewOf(subscription, breaker, context.clock.now());
};

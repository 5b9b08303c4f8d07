import type { subscriptionApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './subscription.ts';

type ListSubscriptions = Operation<typeof subscriptionApi.listSubscriptions, Context>;

export const listSubscriptions: ListSubscriptions = async ({ subscriptions, clock }, _actor, { id_project }) => {
  const now = clock.now();
  const found = await subscriptions.list(id_project);
  return found.map(({ subscription, breaker }) => viewOf(subscription, breaker, now));
};

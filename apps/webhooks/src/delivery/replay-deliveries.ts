import { type deliveryApi, subscriptionErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type ReplayDeliveries = Operation<typeof deliveryApi.replayDeliveries, Context>;

export const replayDeliveries: ReplayDeliveries = async (context, _actor, input) => {
  const { id_project, subscription_id: id, from, to, states = ['failed', 'skipped'] } = input;
  const { subscription } = await context.subscriptions.get(id_project, id);
  if (subscription.status === 'disabled') throw subscriptionErrors.subscription_disabled();
  const queued = await context.deliveries.replayAll(id_project, id, { from, to, states }, context.clock.now());
  context.db.afterCommit(() => context.worker.notify({ projectId: id_project, subscriptionId: id }));
  return { queued };
};

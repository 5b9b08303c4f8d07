import type { subscriptionApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { change, checkedEvent, viewOf } from './subscription.ts';
import { checkTarget } from './target.ts';

type UpdateSubscription = Operation<typeof subscriptionApi.updateSubscription, Context>;

export const updateSubscription: UpdateSubscription = async (context, _actor, input) => {
  const { subscriptions, deliveries, queues, worker } = context;
  const { id_project: projectId, subscription_id: id, event, target, send_token: sendToken, status } = input;
  const changes = { event: event && checkedEvent(event), target, sendToken, status };
  if (target !== undefined) await checkTarget(context.outbound, target);

  const at = context.clock.now();
  return context.db.transaction(async () => {
    await subscriptions.update(projectId, id, (current) => change(current, changes, at));
    if (status === 'disabled') await deliveries.skipPending(projectId, id);
    if (status === 'active') await queues.reset(projectId, id, at);
    context.db.afterCommit(() => worker.notify({ projectId, subscriptionId: id }));
    const { subscription, breaker } = await subscriptions.get(projectId, id);
    return viewOf(subscription, breaker, at);
  });
};

import type { subscriptionApi } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { newSecret } from './secret.ts';
import { checkedEvent, newSubscription, viewOf } from './subscription.ts';
import { checkTarget } from './target.ts';

type CreateSubscription = Operation<typeof subscriptionApi.createSubscription, Context>;

export const createSubscription: CreateSubscription = async (
  context,
  actor,
  { id_project, event, target, send_token },
) => {
  const fields = { event: checkedEvent(event), target, sendToken: send_token ?? true };
  await checkTarget(context.outbound, target);
  const at = context.clock.now();
  const id = newId(at);
  const secret = newSecret();
  const about = {
    id,
    projectId: id_project,
    secret: context.secrets.seal(secret, id),
    createdBy: actor.id,
    createdAt: at,
  };
  const { found, isNew } = await context.subscriptions.insert(newSubscription(about, fields));
  const view = viewOf(found.subscription, found.breaker, at);
  return isNew ? answer({ ...view, secret }, { 'x-hook-secret': secret }) : view;
};

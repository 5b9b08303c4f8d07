import type { subscriptionApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { newSecret } from './secret.ts';
import { rotate } from './subscription.ts';

type RotateSubscriptionSecret = Operation<typeof subscriptionApi.rotateSubscriptionSecret, Context>;

const hourMs = 3_600_000;

export const rotateSubscriptionSecret: RotateSubscriptionSecret = async (context, _actor, input) => {
  const { id_project, subscription_id: id, overlapHours } = input;
  const at = context.clock.now();
  const secret = newSecret();
  const sealed = context.secrets.seal(secret, id);
  const until = overlapHours === 0 ? null : new Date(at.getTime() + overlapHours * hourMs);
  await context.subscriptions.update(id_project, id, (current) =>
    rotate(current, sealed, { previousSecret: until && current.secret, previousSecretUntil: until }, at),
  );
  return { _id: id, id, secret, ...(until && { previousSecretExpiresAt: until.toISOString() }) };
};

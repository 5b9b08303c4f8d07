import { commonErrors, type subscriptionApi } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { callReceiver, mintToken } from '../delivery/call-receiver.ts';
import { bodyOf } from '../delivery/delivery.ts';
import { openSecrets } from './secret.ts';
import { hookOf } from './subscription.ts';

type TestSubscription = Operation<typeof subscriptionApi.testSubscription, Context>;

const event = 'parley.test';
const perMinute = { points: 6, seconds: 60 };

export const testSubscription: TestSubscription = async (context, _actor, { id_project, subscription_id: id }) => {
  const { subscription } = await context.subscriptions.get(id_project, id);
  const { allowed, resetSeconds } = await context.limits.hit('webhook_test', id, perMinute);
  if (!allowed) throw commonErrors.rate_limited({ limit: 'webhook_test', retryAfterSeconds: resetSeconds });

  const at = context.clock.now();
  const eventId = newId(at);
  const payload = JSON.stringify({ name: event, id_project, createdAt: at.toISOString() });
  const token = await mintToken(context, subscription, { event: eventId, depth: 0 });
  const body = bodyOf({ eventAt: at, payload, hook: JSON.stringify(hookOf(subscription)) }, token);
  const secrets = openSecrets(context.secrets, subscription, at);
  const call = { webhookId: newId(at), eventId, attempt: 1, body, secrets };
  const { outcome, status, durationMs } = await callReceiver(context, subscription, call, at);
  return {
    ok: outcome === 'ok',
    ...(status !== undefined && { status }),
    durationMs: Math.round(durationMs),
    ...(outcome !== 'ok' && { error: outcome }),
  };
};

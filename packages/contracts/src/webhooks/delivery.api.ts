import { z } from 'zod';

import { everyMember } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { Instant, maybe, oneOf, PathId, text } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { DeliveryLogView, DeliveryView, deliveryStates } from './views.ts';

const tag = 'Webhooks';
const base = '/v3/:id_project/subscriptions/:subscription_id';
const ofSubscription = z.object({ id_project: PathId, subscription_id: PathId });
const ofOne = ofSubscription.extend({ delivery_id: PathId });

const admins = { role: 'admin', kinds: everyMember, tag } as const;
const one = ['subscription_not_found', 'delivery_not_found'] as const;

/** States from which deliveries are sent again. */
const replayed = ['delivered', 'failed', 'skipped', 'suppressed'] as const;

/** Source: contract 50 section 8. */
export const deliveryApi = defineApi('webhooks', {
  listDeliveries: {
    right: 'webhooks.write',
    ...admins,
    method: 'get',
    path: `${base}/deliveries`,
    params: ofSubscription,
    query: z.strictObject({
      ...pageQuery({ sortable: ['createdAt'] }),
      state: maybe(oneOf(deliveryStates)),
      event: maybe(text(200, 1).trim()),
      from: maybe(Instant),
      to: maybe(Instant),
    }),
    response: z.object({ perPage: z.number().int(), count: z.number().int(), deliveries: z.array(DeliveryView) }),
    errors: ['subscription_not_found'],
    summary: 'List the deliveries of a subscription in the last 30 days',
  },
  getDelivery: {
    right: 'webhooks.write',
    ...admins,
    method: 'get',
    path: `${base}/deliveries/:delivery_id`,
    params: ofOne,
    response: DeliveryLogView,
    errors: [...one],
    summary: 'Get a delivery with its body and all calls',
  },
  replayDelivery: {
    right: 'webhooks.write',
    ...admins,
    method: 'post',
    path: `${base}/deliveries/:delivery_id/replay`,
    params: ofOne,
    response: DeliveryView,
    errors: [...one, 'subscription_disabled', 'delivery_erased'],
    summary: 'Repeat a delivery with the same webhook-id',
  },
  replayDeliveries: {
    right: 'webhooks.write',
    ...admins,
    method: 'post',
    path: `${base}/replay`,
    params: ofSubscription,
    body: z.object({
      from: Instant,
      to: Instant,
      states: maybe(z.array(oneOf(replayed)).min(1).max(replayed.length)),
    }),
    response: z.object({ queued: z.number().int() }),
    errors: ['subscription_not_found', 'subscription_disabled', 'range_too_large'],
    summary: 'Repeat the failed and skipped deliveries of a period',
    example: { body: { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' } },
  },
});

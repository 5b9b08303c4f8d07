import { z } from 'zod';

import { everyMember } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { maybe, numberWord, oneOf, PathId, Timestamp, text } from '../fields.ts';
import { callErrors, HistoryView, SubscriptionView, subscriptionStatuses } from './views.ts';

const tag = 'Webhooks';
const base = '/v3/:id_project/subscriptions';
const inProject = z.object({ id_project: PathId });
const ofOne = inProject.extend({ subscription_id: PathId });

const admins = { role: 'admin', kinds: everyMember, tag } as const;
const written = ['event_not_offered', 'url_not_allowed'] as const;

/** Source: contract 50 section 5. */
export const subscriptionApi = defineApi('webhooks', {
  createSubscription: {
    right: 'webhooks.write',
    ...admins,
    method: 'post',
    path: base,
    params: inProject,
    body: z.object({ event: text(200, 1).trim(), target: text(2_048, 1), send_token: maybe(z.boolean()) }),
    response: SubscriptionView.extend({ secret: z.string().optional() }),
    secretAnswer: true,
    errors: [...written, 'limit_reached'],
    summary: 'Subscribe a URL to an event',
    description:
      'Only this answer contains the secret that signs the calls, also in the header `x-hook-secret`. A repeated call with the same event and target returns the existing subscription, without the secret.',
    example: { body: { event: 'request.create', target: 'https://example.com/hooks' } },
  },
  listSubscriptions: {
    right: 'webhooks.write',
    ...admins,
    method: 'get',
    path: base,
    params: inProject,
    response: z.array(SubscriptionView),
    errors: [],
    summary: 'List the subscriptions of a project, oldest first',
  },
  listSubscriptionHistory: {
    right: 'webhooks.write',
    ...admins,
    method: 'get',
    path: `${base}/history`,
    params: inProject,
    query: z.object({
      page: maybe(numberWord({ integer: true, min: 0, max: 1_000_000 })).transform((page) => page ?? 0),
    }),
    response: z.array(HistoryView),
    errors: [],
    summary: 'List the calls to all targets, newest first, 40 per page',
  },
  getSubscription: {
    right: 'webhooks.write',
    ...admins,
    method: 'get',
    path: `${base}/:subscription_id`,
    params: ofOne,
    response: SubscriptionView,
    errors: ['subscription_not_found'],
    summary: 'Get a subscription',
  },
  updateSubscription: {
    right: 'webhooks.write',
    ...admins,
    method: 'put',
    path: `${base}/:subscription_id`,
    params: ofOne,
    body: z.object({
      event: maybe(text(200, 1).trim()),
      target: maybe(text(2_048, 1)),
      send_token: maybe(z.boolean()),
      status: maybe(oneOf(subscriptionStatuses)),
    }),
    response: SubscriptionView,
    errors: ['subscription_not_found', 'subscription_exists', 'version_mismatch', ...written],
    summary: 'Change, disable or reactivate a subscription',
    example: { body: { status: 'active' } },
  },
  deleteSubscription: {
    right: 'webhooks.write',
    ...admins,
    method: 'delete',
    path: `${base}/:subscription_id`,
    params: ofOne,
    response: SubscriptionView,
    errors: ['subscription_not_found', 'version_mismatch'],
    summary: 'Delete a subscription and its undelivered events',
  },
  rotateSubscriptionSecret: {
    right: 'webhooks.write',
    ...admins,
    method: 'post',
    path: `${base}/:subscription_id/secret/rotate`,
    params: ofOne,
    body: z.object({ overlapHours: z.number().int().min(0).max(168).default(24) }),
    response: z.object({
      _id: z.string(),
      id: z.string(),
      secret: z.string(),
      previousSecretExpiresAt: Timestamp.optional(),
    }),
    secretAnswer: true,
    errors: ['subscription_not_found'],
    summary: 'Rotate the secret of a subscription; both sign until the overlap ends',
    example: { body: { overlapHours: 24 } },
  },
  testSubscription: {
    right: 'webhooks.write',
    ...admins,
    method: 'post',
    path: `${base}/:subscription_id/test`,
    params: ofOne,
    response: z.object({
      ok: z.boolean(),
      status: z.number().int().optional(),
      durationMs: z.number().int(),
      error: z.enum(callErrors).optional(),
    }),
    errors: ['subscription_not_found', 'rate_limited'],
    summary: 'Call the target now with an event parley.test; at most 6 times a minute',
  },
});

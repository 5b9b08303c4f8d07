import { z } from 'zod';

import { StoredId, Timestamp } from '../fields.ts';

export const subscriptionStatuses = ['active', 'disabled'] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** Why a subscription is disabled: by an admin, by its receiver with a 410, or because nothing went through for days. */
export const disabledReasons = ['manual', 'gone', 'failing'] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** `half_open`: the next call is a try. */
const Breaker = z.object({
  state: z.enum(['closed', 'open', 'half_open']),
  /** Failures in a row. */
  failures: z.number().int(),
  until: Timestamp.optional(),
});
export type BreakerView = z.output<typeof Breaker>;

/** A subscription, without its secret. Source: contract 50 section 5. */
export const SubscriptionView = z.object({
  _id: StoredId,
  id: StoredId,
  __v: z.number().int(),
  id_project: StoredId,
  event: z.string(),
  target: z.string(),
  send_token: z.boolean(),
  status: z.enum(subscriptionStatuses),
  disabledReason: z.enum(disabledReasons).optional(),
  breaker: Breaker,
  previousSecretExpiresAt: Timestamp.optional(),
  /** Clients know it; no subscription crosses projects. */
  global: z.literal(false),
  createdBy: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type SubscriptionView = z.output<typeof SubscriptionView>;

export const deliveryStates = ['pending', 'delivered', 'failed', 'skipped', 'suppressed', 'erased'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why a call failed. Source: contract 50 section 8. */
export const callErrors = ['timeout', 'connect', 'dns', 'tls', 'url_not_allowed', 'status', 'too_large'] as const;
export type CallError = (typeof callErrors)[number];

/** One event for one subscription. */
export const DeliveryView = z.object({
  /** Also the `webhook-id` of every attempt. */
  _id: z.string(),
  id: z.string(),
  event: z.string(),
  eventId: z.string(),
  subject: z.string(),
  aggregateversion: z.number().int(),
  state: z.enum(deliveryStates),
  attempts: z.number().int(),
  lastStatus: z.number().int().optional(),
  lastError: z.enum(callErrors).optional(),
  nextAttemptAt: Timestamp.optional(),
  deliveredAt: Timestamp.optional(),
  /** Delayed because one record had too many deliveries in a minute. */
  loopSuspected: z.literal(true).optional(),
  createdAt: Timestamp,
});
export type DeliveryView = z.output<typeof DeliveryView>;

/** One call; without an outcome while it runs, or when the process that made it died. */
const Attempt = z.object({
  n: z.number().int(),
  at: Timestamp,
  durationMs: z.number().int(),
  status: z.number().int().optional(),
  error: z.enum(callErrors).optional(),
  responseHeaders: z.record(z.string(), z.unknown()).optional(),
  responseBody: z.string().optional(),
});
export type AttemptView = z.output<typeof Attempt>;

/** The same with the body that is sent, without its token, and every call. */
export const DeliveryLogView = DeliveryView.extend({ body: z.record(z.string(), z.unknown()), log: z.array(Attempt) });
export type DeliveryLogView = z.output<typeof DeliveryLogView>;

/** One call as clients know it: `response`, `jsonRequest` and `body` are JSON in texts, without token and signature. */
export const HistoryView = z.object({
  _id: z.string(),
  __v: z.number().int(),
  id_project: z.string(),
  event: z.string(),
  target: z.string(),
  response: z.string(),
  jsonRequest: z.string(),
  body: z.string(),
  err: z.string().optional(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type HistoryView = z.output<typeof HistoryView>;

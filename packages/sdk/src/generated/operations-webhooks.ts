// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, DeleteCode, ReadCode, UpdateCode, WriteCode } from './errors.ts';
import type { DeliveryLogView, DeliveryView, HistoryView, SubscriptionView } from './types.ts';

export type CreateSubscriptionParams = { id_project?: string } & {
  /** Event to deliver: `request.create`, `message.create.channel.<name>`, `event.emit.<name>`, … */
  event: string;
  /** Address that receives the event. */
  target: string;
  /** Whether deliveries carry a token with which the receiver may call back. */
  send_token?: boolean | null;
};

export type ListSubscriptionsParams = { id_project?: string };

export type DeleteSubscriptionParams = { id_project?: string; subscription_id: string };

export type GetSubscriptionParams = { id_project?: string; subscription_id: string };

export type UpdateSubscriptionParams = { id_project?: string; subscription_id: string } & {
  /** Event to deliver: `request.create`, `message.create.channel.<name>`, `event.emit.<name>`, … */
  event?: string | null;
  /** Address that receives the event. */
  target?: string | null;
  /** Whether deliveries carry a token with which the receiver may call back. */
  send_token?: boolean | null;
  /** Whether events are delivered. */
  status?: "active" | "disabled" | null;
};

export type ListDeliveriesParams = { id_project?: string; subscription_id: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | null;
  sort?: "createdAt" | null;
  direction?: 1 | -1 | null;
  state?: "pending" | "delivered" | "failed" | "skipped" | "suppressed" | "erased" | null;
  /** Event to deliver: `request.create`, `message.create.channel.<name>`, `event.emit.<name>`, … */
  event?: string | null;
  /** Start of the time range, inclusive. */
  from?: string | null;
  /** End of the time range. */
  to?: string | null;
};

export type GetDeliveryParams = { id_project?: string; subscription_id: string; delivery_id: string };

export type ReplayDeliveryParams = { id_project?: string; subscription_id: string; delivery_id: string };

export type ReplayDeliveriesParams = { id_project?: string; subscription_id: string } & {
  /** Start of the time range, inclusive. */
  from: string;
  /** End of the time range. */
  to: string;
  /** States to send again; failed and skipped ones by default. */
  states?: ("delivered" | "failed" | "skipped" | "suppressed")[] | null;
};

export type RotateSubscriptionSecretParams = { id_project?: string; subscription_id: string } & {
  /** Hours for which both secrets sign, 0 to 168; 24 by default. */
  overlapHours?: number;
};

export type TestSubscriptionParams = { id_project?: string; subscription_id: string };

export type ListSubscriptionHistoryParams = { id_project?: string } & {
  page?: number | null;
};

/**
 * Subscribe a URL to an event. Only this answer contains the secret that signs the calls, also in the header `x-hook-secret`. A repeated call with the same event and target returns the existing subscription, without the secret.
 *
 * Minimum role: admin. Codes: `event_not_offered`, `url_not_allowed`, `limit_reached`. Limits: `event` ≤ 200 characters, `target` ≤ 2048 characters.
 *
 * @example await createSubscription(parley, { event: 'request.create', target: 'https://example.com/hooks' });
 */
export const createSubscription: Operation<CreateSubscriptionParams, {
  _id: string;
  id: string;
  __v: number;
  id_project: string;
  /** Event to deliver: `request.create`, `message.create.channel.<name>`, `event.emit.<name>`, … */
  event: string;
  /** Address that receives the event. */
  target: string;
  /** Whether deliveries carry a token with which the receiver may call back. */
  send_token: boolean;
  /** Whether events are delivered. */
  status: "active" | "disabled";
  /** Why it is disabled: by an admin, by a 410 from its receiver, or after days of failures. */
  disabledReason?: "manual" | "gone" | "failing";
  /** Circuit breaker of the target. */
  breaker: {
    /** `closed`: calls go out. `open`: none do. `half_open`: the next call is a trial. */
    state: "closed" | "open" | "half_open";
    /** Failures in a row. */
    failures: number;
    /** When the next trial is due, UTC. */
    until?: string;
  };
  /** When the old secret stops signing, UTC. */
  previousSecretExpiresAt?: string;
  /** Always false: no subscription spans projects. */
  global: false;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  /** Signing secret. Shown in this answer only. */
  secret?: string;
}, ReadCode | BodyCode | WriteCode | 'event_not_offered' | 'url_not_allowed' | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createSubscription', 'POST subscriptions');

/**
 * List the subscriptions of a project, oldest first.
 *
 * Minimum role: admin.
 *
 * @example await listSubscriptions(parley);
 */
export const listSubscriptions: Operation<ListSubscriptionsParams, SubscriptionView[], ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listSubscriptions', 'GET subscriptions');

/**
 * Delete a subscription and its undelivered events.
 *
 * Minimum role: admin. Codes: `subscription_not_found`, `version_mismatch`.
 *
 * @example await deleteSubscription(parley, { subscription_id });
 */
export const deleteSubscription: Operation<DeleteSubscriptionParams, SubscriptionView, DeleteCode | 'subscription_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteSubscription', 'DELETE subscriptions/:subscription_id');

/**
 * Get a subscription.
 *
 * Minimum role: admin. Codes: `subscription_not_found`.
 *
 * @example await getSubscription(parley, { subscription_id });
 */
export const getSubscription: Operation<GetSubscriptionParams, SubscriptionView, ReadCode | 'subscription_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getSubscription', 'GET subscriptions/:subscription_id');

/**
 * Change, disable or reactivate a subscription.
 *
 * Minimum role: admin. Codes: `subscription_not_found`, `subscription_exists`, `version_mismatch`, `event_not_offered`, `url_not_allowed`. Limits: `event` ≤ 200 characters, `target` ≤ 2048 characters.
 *
 * @example await updateSubscription(parley, { subscription_id, status: 'active' });
 */
export const updateSubscription: Operation<UpdateSubscriptionParams, SubscriptionView, UpdateCode | 'subscription_not_found' | 'subscription_exists' | 'event_not_offered' | 'url_not_allowed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateSubscription', 'PUT subscriptions/:subscription_id');

/**
 * List the deliveries of a subscription in the last 30 days.
 *
 * Minimum role: admin. Codes: `subscription_not_found`.
 *
 * @example await listDeliveries(parley, { subscription_id });
 */
export const listDeliveries: Operation<ListDeliveriesParams, {
  /** Records on a page; a `limit` above 200 counts as 200. */
  perPage: number;
  /** Number of matching records, over all pages. */
  count: number;
  /** The deliveries of the page. */
  deliveries: DeliveryView[];
}, ReadCode | 'subscription_not_found' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listDeliveries', 'GET subscriptions/:subscription_id/deliveries');

/**
 * Get a delivery with its body and all calls.
 *
 * Minimum role: admin. Codes: `subscription_not_found`, `delivery_not_found`.
 *
 * @example await getDelivery(parley, { subscription_id, delivery_id });
 */
export const getDelivery: Operation<GetDeliveryParams, DeliveryLogView, ReadCode | 'subscription_not_found' | 'delivery_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getDelivery', 'GET subscriptions/:subscription_id/deliveries/:delivery_id');

/**
 * Repeat a delivery with the same webhook-id.
 *
 * Minimum role: admin. Codes: `subscription_not_found`, `delivery_not_found`, `subscription_disabled`, `delivery_erased`.
 *
 * @example await replayDelivery(parley, { subscription_id, delivery_id });
 */
export const replayDelivery: Operation<ReplayDeliveryParams, DeliveryView, DeleteCode | 'subscription_not_found' | 'delivery_not_found' | 'subscription_disabled' | 'delivery_erased' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('replayDelivery', 'POST subscriptions/:subscription_id/deliveries/:delivery_id/replay');

/**
 * Repeat the failed and skipped deliveries of a period.
 *
 * Minimum role: admin. Codes: `subscription_not_found`, `subscription_disabled`, `range_too_large`. Limits: `states` ≤ 4 items.
 *
 * @example await replayDeliveries(parley, { subscription_id, from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' });
 */
export const replayDeliveries: Operation<ReplayDeliveriesParams, {
  /** Number of deliveries queued. */
  queued: number;
}, UpdateCode | 'subscription_not_found' | 'subscription_disabled' | 'range_too_large' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('replayDeliveries', 'POST subscriptions/:subscription_id/replay');

/**
 * Rotate the secret of a subscription; both sign until the overlap ends.
 *
 * Minimum role: admin. Codes: `subscription_not_found`. Limits: `overlapHours` ≤ 168.
 *
 * @example await rotateSubscriptionSecret(parley, { subscription_id, overlapHours: 24 });
 */
export const rotateSubscriptionSecret: Operation<RotateSubscriptionSecretParams, {
  _id: string;
  id: string;
  /** Signing secret. Shown in this answer only. */
  secret: string;
  /** When the old secret stops signing, UTC. */
  previousSecretExpiresAt?: string;
}, UpdateCode | 'subscription_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('rotateSubscriptionSecret', 'POST subscriptions/:subscription_id/secret/rotate');

/**
 * Call the target now with an event parley.test; at most 6 times a minute.
 *
 * Minimum role: admin. Codes: `subscription_not_found`, `rate_limited`.
 *
 * @example await testSubscription(parley, { subscription_id });
 */
export const testSubscription: Operation<TestSubscriptionParams, {
  /** Whether the target answered 2xx. */
  ok: boolean;
  /** HTTP status of the answer. */
  status?: number;
  /** Duration of the call in milliseconds. */
  durationMs: number;
  /** Why the call failed. */
  error?: "timeout" | "connect" | "dns" | "tls" | "url_not_allowed" | "status" | "too_large";
}, DeleteCode | 'subscription_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('testSubscription', 'POST subscriptions/:subscription_id/test');

/**
 * List the calls to all targets, newest first, 40 per page.
 *
 * Minimum role: admin.
 *
 * @example await listSubscriptionHistory(parley);
 */
export const listSubscriptionHistory: Operation<ListSubscriptionHistoryParams, HistoryView[], ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listSubscriptionHistory', 'GET subscriptions/history');

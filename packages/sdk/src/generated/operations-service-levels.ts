// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, DeleteCode, ReadCode, UpdateCode, WriteCode } from './errors.ts';
import type { RequestView, SlaExplanation, SlaPolicyPageView, SlaPolicyView, SlaTargetsInput } from './types.ts';

export type GetRequestSlaParams = { id_project?: string; request_id: string };

export type PinRequestSlaParams = { id_project?: string; request_id: string } & {
  /** Id of the policy; `null`: none applies. */
  policy: string | null;
};

export type UnpinRequestSlaParams = { id_project?: string; request_id: string };

export type CreateSlaPolicyParams = { id_project?: string } & {
  apply?: "new" | "open";
} & {
  /** Display name. */
  name: string;
  /** How soon, by priority. */
  targets: SlaTargetsInput;
  /** Free text. */
  description?: string | null;
  /** Whether it is in use. */
  enabled?: boolean | null;
  /** Whether all conditions must hold, or any. Without conditions every request matches. */
  match?: string | null;
  /** Conditions on the request and its lead, at most 20. */
  filters?: {
    /** Member to compare: a text, identifier or time of the lead, `tags`, or a path such as `attributes.plan`. */
    field?: unknown;
    /** Comparison; which ones are offered depends on the kind of `field`. */
    operator?: unknown;
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value?: unknown;
  }[] | null;
  /** Which hours count: `always`, `project`, or the id of a time slot. */
  hours?: string | null;
  /** Milliseconds before the due time at which `request.sla_due_soon` is announced; 0: never. */
  due_soon?: number | null;
  /** What stops the clock of the resolution. */
  pause?: ("waiting_requester" | "snoozed" | "pending")[] | null;
  /** While a bot serves alone, clocks wait to start, or count at once. */
  while_bot?: "wait" | "count" | null;
};

export type ListSlaPoliciesParams = { id_project?: string };

export type DeleteSlaPolicyParams = { id_project?: string; policy_id: string };

export type GetSlaPolicyParams = { id_project?: string; policy_id: string };

export type UpdateSlaPolicyParams = { id_project?: string; policy_id: string } & {
  apply?: "new" | "open";
} & {
  /** Display name. */
  name?: string | null;
  /** How soon, by priority. */
  targets?: SlaTargetsInput | null;
  /** Free text. */
  description?: string | null;
  /** Whether it is in use. */
  enabled?: boolean | null;
  /** Whether all conditions must hold, or any. Without conditions every request matches. */
  match?: string | null;
  /** Conditions on the request and its lead, at most 20. */
  filters?: {
    /** Member to compare: a text, identifier or time of the lead, `tags`, or a path such as `attributes.plan`. */
    field?: unknown;
    /** Comparison; which ones are offered depends on the kind of `field`. */
    operator?: unknown;
    /** Value to compare with. Absent for `is null` and `is not null`. */
    value?: unknown;
  }[] | null;
  /** Which hours count: `always`, `project`, or the id of a time slot. */
  hours?: string | null;
  /** Milliseconds before the due time at which `request.sla_due_soon` is announced; 0: never. */
  due_soon?: number | null;
  /** What stops the clock of the resolution. */
  pause?: ("waiting_requester" | "snoozed" | "pending")[] | null;
  /** While a bot serves alone, clocks wait to start, or count at once. */
  while_bot?: "wait" | "count" | null;
};

export type OrderSlaPoliciesParams = { id_project?: string } & { items: string[] };

/**
 * Explain the service levels of a request. Which time of each clock counted, and why the rest did not.
 *
 * Minimum role: agent. Codes: `request_not_found`.
 *
 * @example await getRequestSla(parley, { request_id });
 */
export const getRequestSla: Operation<GetRequestSlaParams, SlaExplanation, ReadCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getRequestSla', 'GET requests/:request_id/sla');

/**
 * Choose the service-level policy of a request, or none. Conditions choose no other until `DELETE`.
 *
 * Minimum role: agent. Codes: `request_not_found`, `not_a_participant`, `request_closed`, `policy_not_found`.
 *
 * @example await pinRequestSla(parley, { request_id, policy: null });
 */
export const pinRequestSla: Operation<PinRequestSlaParams, RequestView, UpdateCode | 'request_not_found' | 'not_a_participant' | 'request_closed' | 'policy_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('pinRequestSla', 'PUT requests/:request_id/sla');

/**
 * Let conditions choose the service-level policy of a request again.
 *
 * Minimum role: agent. Codes: `request_not_found`, `not_a_participant`, `request_closed`.
 *
 * @example await unpinRequestSla(parley, { request_id });
 */
export const unpinRequestSla: Operation<UnpinRequestSlaParams, RequestView, DeleteCode | 'request_not_found' | 'not_a_participant' | 'request_closed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('unpinRequestSla', 'DELETE requests/:request_id/sla');

/**
 * Make a service-level policy. The first enabled policy whose conditions hold applies to a request. With `apply=open` open requests are judged again; otherwise they keep what they have.
 *
 * Minimum role: admin. Codes: `limit_reached`, `unknown_reference`. Limits: `name` ≤ 255 characters, `description` ≤ 2000 characters, `filters` ≤ 20 items, `hours` ≤ 64 characters, `due_soon` ≤ 604800000, `pause` ≤ 3 items.
 *
 * @example await createSlaPolicy(parley, { name: 'Premium', filters: [{ field: 'tags', operator: '=', value: 'premium' }], hours: 'project', targets: { default: { first_response: 3600000, resolution: 28800000 }, urgent: { first_response: 900000 } } });
 */
export const createSlaPolicy: Operation<CreateSlaPolicyParams, SlaPolicyView, ReadCode | BodyCode | WriteCode | 'limit_reached' | 'unknown_reference' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createSlaPolicy', 'POST sla_policies', { query: ['apply'] });

/**
 * Service-level policies, in their order.
 *
 * Minimum role: agent.
 *
 * @example await listSlaPolicies(parley);
 */
export const listSlaPolicies: Operation<ListSlaPoliciesParams, SlaPolicyPageView, ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listSlaPolicies', 'GET sla_policies');

/**
 * Delete a service-level policy. Its clocks end as cancelled.
 *
 * Minimum role: admin. Codes: `policy_not_found`.
 *
 * @example await deleteSlaPolicy(parley, { policy_id });
 */
export const deleteSlaPolicy: Operation<DeleteSlaPolicyParams, SlaPolicyView, DeleteCode | 'policy_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteSlaPolicy', 'DELETE sla_policies/:policy_id');

/**
 * Get a service-level policy.
 *
 * Minimum role: agent. Codes: `policy_not_found`.
 *
 * @example await getSlaPolicy(parley, { policy_id });
 */
export const getSlaPolicy: Operation<GetSlaPolicyParams, SlaPolicyView, ReadCode | 'policy_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getSlaPolicy', 'GET sla_policies/:policy_id');

/**
 * Change a service-level policy; what is absent stays.
 *
 * Minimum role: admin. Codes: `policy_not_found`, `unknown_reference`. Limits: `name` ≤ 255 characters, `description` ≤ 2000 characters, `filters` ≤ 20 items, `hours` ≤ 64 characters, `due_soon` ≤ 604800000, `pause` ≤ 3 items.
 *
 * @example await updateSlaPolicy(parley, { policy_id, targets: { default: { first_response: 1800000 } } });
 */
export const updateSlaPolicy: Operation<UpdateSlaPolicyParams, SlaPolicyView, UpdateCode | 'policy_not_found' | 'unknown_reference' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateSlaPolicy', 'PUT sla_policies/:policy_id', { query: ['apply'] });

/**
 * Order the service-level policies. All policies, each once.
 *
 * Minimum role: admin. Codes: `order_stale`. Limits: `items` ≤ 50 items.
 *
 * @example await orderSlaPolicies(parley, { items: ['64f0c0a1b2c3d4e5f6a7b8c9'] });
 */
export const orderSlaPolicies: Operation<OrderSlaPoliciesParams, SlaPolicyPageView, UpdateCode | 'order_stale' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('orderSlaPolicies', 'PUT sla_policies/order', { list: true });

// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, CallCode, DeleteCode, ReadCode, WriteCode } from './errors.ts';
import type { EngineDeliveryView, EngineReportInput } from './types.ts';

export type ReportEngineStatusParams = EngineReportInput | EngineReportInput[];

export type ListEngineDeliveriesParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | null;
  sort?: "createdAt" | null;
  direction?: 1 | -1 | null;
  state?: "pending" | "dead";
};

export type RedriveEngineDeliveryParams = { id_project?: string; delivery_id: string };

export type RedriveEngineDeliveriesParams = { id_project?: string } & {
  /** Start of the time range, inclusive. */
  from: string;
  /** End of the time range. */
  to: string;
};

/**
 * Report the delivery status of messages, as the external engine. Signed according to Standard Webhooks with a secret of `ENGINE_SECRETS`; takes no token.
 *
 * Public. Codes: `unauthorized`. Limits: `id_project` ≤ 255 characters, `message_id` ≤ 255 characters, `detail` ≤ 2000 characters.
 *
 * @example await reportEngineStatus(parley, { id_project: '64f0c0a1b2c3d4e5f6a7b8c9', message_id: '64f0c0a1b2c3d4e5f6a7b8c9', status: 200, at: '2026-01-15T09:30:00.000Z' });
 */
export const reportEngineStatus: Operation<ReportEngineStatusParams, {
  /** Number of reports that counted. */
  accepted: number;
  /** Ids of messages that are not known. */
  ignored: string[];
}, CallCode | BodyCode | 'unauthorized'> =
  /* @__PURE__ */ operation('reportEngineStatus', 'POST /v3/engine/status', { once: true });

/**
 * List messages that the external engine has not accepted.
 *
 * Minimum role: admin.
 *
 * @example await listEngineDeliveries(parley);
 */
export const listEngineDeliveries: Operation<ListEngineDeliveriesParams, {
  /** Records on a page; a `limit` above 200 counts as 200. */
  perPage: number;
  /** Number of matching records, over all pages. */
  count: number;
  /** The deliveries of the page. */
  deliveries: EngineDeliveryView[];
}, ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listEngineDeliveries', 'GET engine/deliveries');

/**
 * Retry a dead delivery.
 *
 * Minimum role: admin. Codes: `delivery_not_found`.
 *
 * @example await redriveEngineDelivery(parley, { delivery_id });
 */
export const redriveEngineDelivery: Operation<RedriveEngineDeliveryParams, EngineDeliveryView, DeleteCode | 'delivery_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('redriveEngineDelivery', 'POST engine/deliveries/:delivery_id/redrive');

/**
 * Retry all dead deliveries of a period.
 *
 * Minimum role: admin.
 *
 * @example await redriveEngineDeliveries(parley, { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' });
 */
export const redriveEngineDeliveries: Operation<RedriveEngineDeliveriesParams, {
  /** Number of deliveries queued. */
  queued: number;
}, ReadCode | BodyCode | WriteCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('redriveEngineDeliveries', 'POST engine/deliveries/redrive');

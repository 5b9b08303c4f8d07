// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, DeleteCode, ReadCode, WriteCode } from './errors.ts';
import type { HoldView, RetentionPreviewView } from './types.ts';

export type CreateHoldParams = { id_project?: string } & {
  /** What is kept: a request, or a lead with all its requests. */
  kind: "request" | "lead";
  /** Of a request its `_id` or `request_id`; of a lead its `_id`. */
  record: string;
  /** Why, at most 500 characters; for the team alone. */
  reason: string;
};

export type ListHoldsParams = { id_project?: string } & {
  /** `_id` or `request_id` of a request: holds on it or on its lead. */
  request_id?: string;
  /** `_id` of a lead: holds on it or on its requests. */
  lead?: string;
};

export type DeleteHoldParams = { id_project?: string; hold_id: string };

export type PreviewRetentionParams = { id_project?: string } & {
  closed_requests?: number;
  drafts?: number;
  leads_without_requests?: number;
};

/**
 * Keep a request, or a lead with all its requests, from being deleted. Retention passes over it; deleting, erasing and redacting it is refused. A second hold of a record is the first.
 *
 * Minimum role: admin. Codes: `limit_reached`, `request_not_found`, `lead_not_found`, `dependency_down`. Limits: `record` ≤ 200 characters, `reason` ≤ 500 characters.
 *
 * @example await createHold(parley, { kind: 'lead', record: '9a4be7c2d01f4a6f8a3c5b2e', reason: 'Claim 2031/17' });
 */
export const createHold: Operation<CreateHoldParams, HoldView, ReadCode | BodyCode | WriteCode | 'limit_reached' | 'request_not_found' | 'lead_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createHold', 'POST holds');

/**
 * Legal holds, newest first; of the project, or those that keep one record.
 *
 * Minimum role: admin.
 *
 * @example await listHolds(parley);
 */
export const listHolds: Operation<ListHoldsParams, HoldView[], ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listHolds', 'GET holds');

/**
 * End a legal hold.
 *
 * Minimum role: admin. Codes: `hold_not_found`.
 *
 * @example await deleteHold(parley, { hold_id });
 */
export const deleteHold: Operation<DeleteHoldParams, HoldView, DeleteCode | 'hold_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteHold', 'DELETE holds/:hold_id');

/**
 * Count what a retention would delete now, before it is set. Days that are absent, or 0, delete nothing. Records under a legal hold are not counted.
 *
 * Minimum role: admin. Codes: `dependency_down`.
 *
 * @example await previewRetention(parley);
 */
export const previewRetention: Operation<PreviewRetentionParams, RetentionPreviewView, ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('previewRetention', 'GET retention/preview');

// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { DeleteCode, ReadCode, UpdateCode } from './errors.ts';
import type { RelatedRequestsView, RequestView } from './types.ts';

export type ListRelatedRequestsParams = { id_project?: string; request_id: string };

export type LinkRequestParams = { id_project?: string; request_id: string; other_id: string };

export type UnlinkRequestParams = { id_project?: string; request_id: string; other_id: string };

export type MergeRequestParams = { id_project?: string; request_id: string } & {
  /** `request_id` of the request that is merged into this one. */
  source: string;
};

export type UnmergeRequestParams = { id_project?: string; request_id: string };

/**
 * Merged and linked requests. Those that the caller sees.
 *
 * Minimum role: agent. Codes: `request_not_found`.
 *
 * @example await listRelatedRequests(parley, { request_id });
 */
export const listRelatedRequests: Operation<ListRelatedRequestsParams, RelatedRequestsView, ReadCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listRelatedRequests', 'GET requests/:request_id/links');

/**
 * Link two requests. As related, on both. Requests that are linked stay as they are.
 *
 * Minimum role: agent. Codes: `request_not_found`, `not_mergeable`, `limit_reached`.
 *
 * @example await linkRequest(parley, { request_id, other_id });
 */
export const linkRequest: Operation<LinkRequestParams, RelatedRequestsView, DeleteCode | 'request_not_found' | 'not_mergeable' | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('linkRequest', 'PUT requests/:request_id/links/:other_id');

/**
 * Remove the link of two requests.
 *
 * Minimum role: agent. Codes: `request_not_found`.
 *
 * @example await unlinkRequest(parley, { request_id, other_id });
 */
export const unlinkRequest: Operation<UnlinkRequestParams, RelatedRequestsView, DeleteCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('unlinkRequest', 'DELETE requests/:request_id/links/:other_id');

/**
 * Merge another request into this one. The other request is closed, if it is open. This one gets its tags, and its people as followers. No message is moved: `GET …/messages?with=merged` reads both together. The answer is this request.
 *
 * Minimum role: agent. Codes: `request_not_found`, `request_merged`, `not_mergeable`, `limit_reached`. Limits: `source` ≤ 255 characters.
 *
 * @example await mergeRequest(parley, { request_id, source: 'support-group-6553f1e5c0a8b1a2c3d4e5f6-2a4c' });
 */
export const mergeRequest: Operation<MergeRequestParams, RequestView, UpdateCode | 'request_not_found' | 'request_merged' | 'not_mergeable' | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('mergeRequest', 'POST requests/:request_id/merge');

/**
 * Undo the merge of a request. Of the request that was merged into another one. It stays closed; reopening it undoes the merge, too.
 *
 * Minimum role: agent. Codes: `request_not_found`.
 *
 * @example await unmergeRequest(parley, { request_id });
 */
export const unmergeRequest: Operation<UnmergeRequestParams, RequestView, DeleteCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('unmergeRequest', 'DELETE requests/:request_id/merge');

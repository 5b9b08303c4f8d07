// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { DeleteCode, UpdateCode } from './errors.ts';
import type { RequestView } from './types.ts';

export type AddRequestTagsParams = { id_project?: string; request_id: string } & { items: (string | {
  /** Name of the tag. */
  tag: string;
  /** Colour, such as `#43B1F2`. */
  color?: string | null;
  /** Custom JSON object. `{}` by default. */
  attributes?: Record<string, unknown> | null;
})[] };

export type DeleteRequestTagParams = { id_project?: string; request_id: string; tag_id: string };

/**
 * Add missing tags.
 *
 * Minimum role: agent. Codes: `request_not_found`, `limit_reached`. Limits: `items` ≤ 50 items.
 *
 * @example await addRequestTags(parley, { request_id, items: ['text'] });
 */
export const addRequestTags: Operation<AddRequestTagsParams, RequestView, UpdateCode | 'request_not_found' | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('addRequestTags', 'PUT requests/:request_id/tag', { list: true });

/**
 * Remove a tag from a request.
 *
 * Minimum role: agent. Codes: `request_not_found`, `tag_not_found`.
 *
 * @example await deleteRequestTag(parley, { request_id, tag_id });
 */
export const deleteRequestTag: Operation<DeleteRequestTagParams, RequestView, DeleteCode | 'request_not_found' | 'tag_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteRequestTag', 'DELETE requests/:request_id/tag/:tag_id');

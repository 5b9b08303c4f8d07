// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { DeleteCode, UpdateCode } from './errors.ts';
import type { RequestView } from './types.ts';

export type AddFollowerParams = { id_project?: string; request_id: string } & {
  /** Teammate id or user id. */
  member: string;
};

export type SetFollowersParams = { id_project?: string; request_id: string } & { items: string[] };

export type RemoveFollowerParams = { id_project?: string; request_id: string; follower_id: string };

/**
 * Add a follower.
 *
 * Minimum role: agent. Codes: `request_not_found`, `limit_reached`. Limits: `member` ≤ 255 characters.
 *
 * @example await addFollower(parley, { request_id, member: '64f0c0a1b2c3d4e5f6a7b8c9' });
 */
export const addFollower: Operation<AddFollowerParams, RequestView, UpdateCode | 'request_not_found' | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('addFollower', 'POST requests/:request_id/followers');

/**
 * Replace the followers.
 *
 * Minimum role: agent. Codes: `request_not_found`. Limits: `items` ≤ 50 items.
 *
 * @example await setFollowers(parley, { request_id, items: ['text'] });
 */
export const setFollowers: Operation<SetFollowersParams, RequestView, UpdateCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('setFollowers', 'PUT requests/:request_id/followers', { list: true });

/**
 * Remove a follower.
 *
 * Minimum role: agent. Codes: `request_not_found`.
 *
 * @example await removeFollower(parley, { request_id, follower_id });
 */
export const removeFollower: Operation<RemoveFollowerParams, RequestView, DeleteCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('removeFollower', 'DELETE requests/:request_id/followers/:follower_id');

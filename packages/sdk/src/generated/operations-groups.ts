// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, DeleteCode, ReadCode, UpdateCode, WriteCode } from './errors.ts';
import type { GroupView } from './types.ts';

export type CreateGroupParams = { id_project?: string } & {
  /** Name of the group. */
  name: string;
  /** User ids of the teammates in the group. */
  members?: string[] | null;
  /** Custom JSON object. `{}` by default. */
  attributes?: Record<string, unknown> | null;
};

export type ListGroupsParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | "updatedAt" | "name" | null;
  sort?: "createdAt" | "updatedAt" | "name" | null;
  direction?: 1 | -1 | null;
  member?: string | null;
};

export type DeleteGroupParams = { id_project?: string; group_id: string } & {
  force?: boolean | null;
};

export type GetGroupParams = { id_project?: string; group_id: string };

export type UpdateGroupParams = { id_project?: string; group_id: string } & {
  /** Name of the group. */
  name?: string | null;
  /** User ids of the teammates in the group. */
  members?: string[] | null;
  /** Custom JSON object. `{}` by default. */
  attributes?: Record<string, unknown> | null;
  /** Whether the group was removed. In a body only `false`, which restores it. */
  trashed?: false | null;
};

export type DisableGroupParams = { id_project?: string; group_id: string };

export type EnableGroupParams = { id_project?: string; group_id: string };

/**
 * Create a group of teammates.
 *
 * Minimum role: admin. Codes: `not_a_teammate`. Limits: `name` ≤ 128 characters, `members` ≤ 2000 items.
 *
 * @example await createGroup(parley, { name: 'Night shift', members: [] });
 */
export const createGroup: Operation<CreateGroupParams, GroupView, ReadCode | BodyCode | WriteCode | 'not_a_teammate' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createGroup', 'POST groups');

/**
 * List the groups of a project; `member` filters by person.
 *
 * Minimum role: agent.
 *
 * @example await listGroups(parley);
 */
export const listGroups: Operation<ListGroupsParams, GroupView[], ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listGroups', 'GET groups');

/**
 * Remove a group; `force=true` also erases the record.
 *
 * Minimum role: admin. Codes: `group_not_found`, `group_in_use`, `version_mismatch`.
 *
 * @example await deleteGroup(parley, { group_id });
 */
export const deleteGroup: Operation<DeleteGroupParams, GroupView, DeleteCode | 'group_not_found' | 'group_in_use' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteGroup', 'DELETE groups/:group_id', { query: true });

/**
 * One group.
 *
 * Minimum role: agent. Codes: `group_not_found`.
 *
 * @example await getGroup(parley, { group_id });
 */
export const getGroup: Operation<GetGroupParams, GroupView, ReadCode | 'group_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getGroup', 'GET groups/:group_id');

/**
 * Change a group; `trashed: false` restores a removed one.
 *
 * Minimum role: admin. Codes: `group_not_found`, `not_a_teammate`, `version_mismatch`. Limits: `name` ≤ 128 characters, `members` ≤ 2000 items.
 *
 * @example await updateGroup(parley, { group_id, name: 'Ada', members: ['text'], attributes: {  }, trashed: false });
 */
export const updateGroup: Operation<UpdateGroupParams, GroupView, UpdateCode | 'group_not_found' | 'not_a_teammate' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateGroup', 'PUT groups/:group_id');

/**
 * Disable a group.
 *
 * Minimum role: admin. Codes: `group_not_found`, `group_in_use`, `version_mismatch`.
 *
 * @example await disableGroup(parley, { group_id });
 */
export const disableGroup: Operation<DisableGroupParams, GroupView, DeleteCode | 'group_not_found' | 'group_in_use' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('disableGroup', 'PUT groups/disable/:group_id');

/**
 * Enable a group.
 *
 * Minimum role: admin. Codes: `group_not_found`, `version_mismatch`.
 *
 * @example await enableGroup(parley, { group_id });
 */
export const enableGroup: Operation<EnableGroupParams, GroupView, DeleteCode | 'group_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('enableGroup', 'PUT groups/enable/:group_id');

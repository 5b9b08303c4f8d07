// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, DeleteCode, ReadCode, UpdateCode, WriteCode } from './errors.ts';
import type { TeammateView } from './types.ts';

export type CreateVisitorParams = { id_project?: string } & {
  /** First name. */
  firstname?: string | null;
  /** Last name. */
  lastname?: string | null;
  /** E-mail address of the visitor. */
  email?: "" | string | null;
  /** Custom JSON object, at most 16 kB. */
  attributes?: Record<string, unknown> | null;
  /** Tags of the teammate, at most 50. */
  tags?: (string | {
    /** Name of the tag. */
    tag: string;
    /** Colour of the tag; `#43B1F2` by default on requests. */
    color?: string | null;
  })[] | null;
};

export type ListTeammatesParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | "role" | null;
  sort?: "createdAt" | "role" | null;
  direction?: 1 | -1 | null;
  /** Role in the project. Any other value grants nothing. */
  role?: string | null;
  presencestatus?: string | null;
  /** `active`, or `disabled` without access. */
  status?: string | null;
  /** Whether the teammate was removed. */
  trashed?: boolean | null;
};

export type UpdateOwnTeammateParams = { id_project?: string } & {
  /** Whether the teammate takes requests. Changes only by an explicit call. */
  user_available?: boolean | null;
  /** The teammate’s own status text, at most 64 characters. */
  profileStatus?: string | null;
  /** Seats of the teammate. Absent, -1 or null: no limit of their own. */
  max_served_chat?: number | null;
  /** The same value as `max_served_chat`, under the name that existing clients know. */
  max_assigned_chat?: number | null;
  /** Custom JSON object, at most 16 kB. */
  attributes?: Record<string, unknown> | null;
  /** Settings of the teammate. A body may also set one alone by a flat key such as `settings.sound`. */
  settings?: Record<string, unknown> | null;
  /** Tags of the teammate, at most 50. */
  tags?: (string | {
    /** Name of the tag. */
    tag: string;
    /** Colour of the tag; `#43B1F2` by default on requests. */
    color?: string | null;
  })[] | null;
  [name: string]: unknown;
};

export type GetTeammateParams = { id_project?: string; project_user_id: string };

export type RemoveTeammateParams = { id_project?: string; project_user_id: string } & {
  hard?: boolean | null;
  soft?: boolean | null;
};

export type UpdateTeammateParams = { id_project?: string; project_user_id: string } & {
  /** Whether the teammate takes requests. Changes only by an explicit call. */
  user_available?: boolean | null;
  /** The teammate’s own status text, at most 64 characters. */
  profileStatus?: string | null;
  /** Seats of the teammate. Absent, -1 or null: no limit of their own. */
  max_served_chat?: number | null;
  /** The same value as `max_served_chat`, under the name that existing clients know. */
  max_assigned_chat?: number | null;
  /** Custom JSON object, at most 16 kB. */
  attributes?: Record<string, unknown> | null;
  /** Settings of the teammate. A body may also set one alone by a flat key such as `settings.sound`. */
  settings?: Record<string, unknown> | null;
  /** Tags of the teammate, at most 50. */
  tags?: (string | {
    /** Name of the tag. */
    tag: string;
    /** Colour of the tag; `#43B1F2` by default on requests. */
    color?: string | null;
  })[] | null;
  /** Role in the project. Any other value grants nothing. */
  role?: "guest" | "user" | "agent" | "admin" | "owner" | null;
  /** Custom role, whose base is `role`. An empty string removes it. */
  role_id?: string | null;
  /** `active`, or `disabled` without access. */
  status?: "active" | "disabled" | null;
  [name: string]: unknown;
};

export type RestoreTeammateParams = { id_project?: string; project_user_id: string };

export type GetOwnTeammateParams = { id_project?: string };

export type GetTeammateByUserParams = { id_project?: string; user_id: string };

export type SearchTeammateParams = { id_project?: string } & {
  /** E-mail address of the visitor. */
  email: string;
};

/**
 * Create a record for a visitor.
 *
 * Minimum role: agent. Limits: `firstname` ≤ 64 characters, `lastname` ≤ 64 characters, `email` ≤ 254 characters, `tags` ≤ 50 items.
 *
 * @example await createVisitor(parley, { firstname: 'Vera', email: 'vera@acme.io' });
 */
export const createVisitor: Operation<CreateVisitorParams, TeammateView, ReadCode | BodyCode | WriteCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createVisitor', 'POST project_users');

/**
 * List all teammates; visitors, by role, in pages.
 *
 * Minimum role: agent.
 *
 * @example await listTeammates(parley);
 */
export const listTeammates: Operation<ListTeammatesParams, TeammateView[], ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listTeammates', 'GET project_users');

/**
 * Change one’s own teammate record; role and status are ignored.
 *
 * Minimum role: agent. Codes: `teammate_not_found`, `version_mismatch`. Limits: `profileStatus` ≤ 64 characters, `max_served_chat` ≤ 1000, `max_assigned_chat` ≤ 1000, `tags` ≤ 50 items.
 *
 * @example await updateOwnTeammate(parley, { user_available: true });
 */
export const updateOwnTeammate: Operation<UpdateOwnTeammateParams, TeammateView, UpdateCode | 'teammate_not_found' | 'token_expired' | 'users_only'> =
  /* @__PURE__ */ operation('updateOwnTeammate', 'PUT project_users');

/**
 * One record.
 *
 * Minimum role: agent. Codes: `teammate_not_found`.
 *
 * @example await getTeammate(parley, { project_user_id });
 */
export const getTeammate: Operation<GetTeammateParams, TeammateView, ReadCode | 'teammate_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getTeammate', 'GET project_users/:project_user_id');

/**
 * Remove a teammate from the project; `hard=true` also erases the record.
 *
 * Minimum role: admin. Codes: `teammate_not_found`, `owner_required`, `last_owner`, `version_mismatch`.
 *
 * @example await removeTeammate(parley, { project_user_id });
 */
export const removeTeammate: Operation<RemoveTeammateParams, TeammateView, DeleteCode | 'teammate_not_found' | 'owner_required' | 'last_owner' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('removeTeammate', 'DELETE project_users/:project_user_id', { query: true });

/**
 * Change a teammate record, including role and status.
 *
 * Minimum role: admin. Codes: `teammate_not_found`, `role_not_found`, `owner_required`, `last_owner`, `version_mismatch`. Limits: `profileStatus` ≤ 64 characters, `max_served_chat` ≤ 1000, `max_assigned_chat` ≤ 1000, `tags` ≤ 50 items, `role_id` ≤ 24 characters.
 *
 * @example await updateTeammate(parley, { project_user_id, user_available: true, profileStatus: 'text', max_served_chat: 1, max_assigned_chat: 1, attributes: {  }, settings: {  }, tags: ['text'], role: 'agent', role_id: '64f0c0a1b2c3d4e5f6a7b8c9', status: 'active' });
 */
export const updateTeammate: Operation<UpdateTeammateParams, TeammateView, UpdateCode | 'teammate_not_found' | 'role_not_found' | 'owner_required' | 'last_owner' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateTeammate', 'PUT project_users/:project_user_id');

/**
 * Restore a removed teammate, as unavailable.
 *
 * Minimum role: admin. Codes: `teammate_not_found`, `not_removed`, `owner_required`, `version_mismatch`.
 *
 * @example await restoreTeammate(parley, { project_user_id });
 */
export const restoreTeammate: Operation<RestoreTeammateParams, TeammateView, DeleteCode | 'teammate_not_found' | 'not_removed' | 'owner_required' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('restoreTeammate', 'PUT project_users/:project_user_id/restore');

/**
 * Get the caller’s own teammate record, in an array of one.
 *
 * Minimum role: agent. Codes: `teammate_not_found`.
 *
 * @example await getOwnTeammate(parley);
 */
export const getOwnTeammate: Operation<GetOwnTeammateParams, TeammateView[], ReadCode | 'teammate_not_found' | 'token_expired'> =
  /* @__PURE__ */ operation('getOwnTeammate', 'GET project_users/me');

/**
 * Get the record of a person or visitor, in an array of one.
 *
 * Minimum role: agent. Codes: `teammate_not_found`.
 *
 * @example await getTeammateByUser(parley, { user_id });
 */
export const getTeammateByUser: Operation<GetTeammateByUserParams, TeammateView[], ReadCode | 'teammate_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getTeammateByUser', 'GET project_users/users/:user_id');

/**
 * Get the user id of the teammate with this e-mail address.
 *
 * Minimum role: agent. Codes: `teammate_not_found`.
 *
 * @example await searchTeammate(parley);
 */
export const searchTeammate: Operation<SearchTeammateParams, {
  _id: string;
}, ReadCode | 'teammate_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('searchTeammate', 'GET project_users/users/search');

// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, DeleteCode, ReadCode, UpdateCode, WriteCode } from './errors.ts';
import type { RoleView } from './types.ts';

export type CreateRoleParams = { id_project?: string } & {
  /** Name of the role. */
  name: string;
  /** The role that it changes. On the wire its members have this role. */
  base: "agent" | "admin";
  /** What differs from the base: `true` gives a right, `false` takes one away. */
  rights?: Record<string, boolean> | null;
  /** Which requests its members see at most: all, those of their departments, or those that they serve or follow. */
  visibility?: "all" | "departments" | "own" | null;
};

export type ListRolesParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | null;
  sort?: "createdAt" | null;
  direction?: 1 | -1 | null;
};

export type DeleteRoleParams = { id_project?: string; role_id: string };

export type UpdateRoleParams = { id_project?: string; role_id: string } & {
  /** Name of the role. */
  name?: string | null;
  /** What differs from the base: `true` gives a right, `false` takes one away. */
  rights?: Record<string, boolean> | null;
  /** Which requests its members see at most: all, those of their departments, or those that they serve or follow. */
  visibility?: "all" | "departments" | "own" | null;
};

/**
 * Make a custom role: the rights of an agent or admin, with some taken away or given.
 *
 * Minimum role: owner. Codes: `limit_reached`. Limits: `name` ≤ 128 characters.
 *
 * @example await createRole(parley, { name: 'Supervisor', base: 'agent', rights: { 'analytics.read': true }, visibility: 'all' });
 */
export const createRole: Operation<CreateRoleParams, RoleView, ReadCode | BodyCode | WriteCode | 'limit_reached' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('createRole', 'POST roles');

/**
 * Custom roles of the project.
 *
 * Minimum role: agent.
 *
 * @example await listRoles(parley);
 */
export const listRoles: Operation<ListRolesParams, RoleView[], ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listRoles', 'GET roles');

/**
 * Delete a custom role that no teammate has.
 *
 * Minimum role: owner. Codes: `role_not_found`, `role_in_use`, `version_mismatch`.
 *
 * @example await deleteRole(parley, { role_id });
 */
export const deleteRole: Operation<DeleteRoleParams, RoleView, DeleteCode | 'role_not_found' | 'role_in_use' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('deleteRole', 'DELETE roles/:role_id');

/**
 * Change a custom role; `rights` replaces those that differ from the base. Takes effect at once.
 *
 * Minimum role: owner. Codes: `role_not_found`, `version_mismatch`. Limits: `name` ≤ 128 characters.
 *
 * @example await updateRole(parley, { role_id, rights: { 'leads.export': false } });
 */
export const updateRole: Operation<UpdateRoleParams, RoleView, UpdateCode | 'role_not_found' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('updateRole', 'PUT roles/:role_id');

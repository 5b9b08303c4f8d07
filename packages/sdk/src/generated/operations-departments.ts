// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, CallCode, DeleteCode, ReadCode, UpdateCode, WriteCode } from './errors.ts';
import type { DepartmentRecordView, PublicDepartmentView } from './types.ts';

export type CreateDepartmentParams = { id_project?: string } & {
  /** Name of the department, 1 to 128 characters. */
  name: string;
  /** Description of the department. */
  description?: string | null;
  /** Bot that answers first. */
  id_bot?: string | null;
  /** Group that the department routes to; absent: all teammates. */
  id_group?: string | null;
  /** Groups that the department routes to. */
  groups?: {
    /** Id of the group. */
    group_id: string;
    /** Share of the group. Stored without effect. */
    percentage?: number | null;
  }[] | null;
  /** Text for visitors while the project is open. */
  online_msg?: string | null;
  /** Text for visitors while the project is closed. */
  offline_msg?: string | null;
  /** `assigned`: Parley assigns requests. `pooled`: teammates claim them. `fixed`: as `pooled`, after the bot if there is one. */
  routing?: "assigned" | "pooled" | "fixed" | null;
  /** 1 visible, 0 not in the widget, -1 not in lists. */
  status?: 1 | 0 | -1 | null;
  /** Stored without effect. */
  bot_only?: boolean | null;
  /** Whether it is the default department; each project has exactly one. */
  default?: boolean | null;
  /** Tags of the department. */
  tags?: (string | {
    /** Name of the tag. */
    tag: string;
    /** Colour of the tag; `#43B1F2` by default on requests. */
    color?: string | null;
  })[] | null;
};

export type ListDepartmentsParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sort?: string | null;
};

export type DeleteDepartmentParams = { id_project?: string; department_id: string };

export type GetDepartmentParams = { id_project?: string; department_id: string };

export type PatchDepartmentParams = { id_project?: string; department_id: string } & {
  /** Name of the department, 1 to 128 characters. */
  name?: string | null;
  /** Description of the department. */
  description?: string | null;
  /** Bot that answers first. */
  id_bot?: string | null;
  /** Group that the department routes to; absent: all teammates. */
  id_group?: string | null;
  /** Groups that the department routes to. */
  groups?: {
    /** Id of the group. */
    group_id: string;
    /** Share of the group. Stored without effect. */
    percentage?: number | null;
  }[] | null;
  /** Text for visitors while the project is open. */
  online_msg?: string | null;
  /** Text for visitors while the project is closed. */
  offline_msg?: string | null;
  /** `assigned`: Parley assigns requests. `pooled`: teammates claim them. `fixed`: as `pooled`, after the bot if there is one. */
  routing?: "assigned" | "pooled" | "fixed" | null;
  /** 1 visible, 0 not in the widget, -1 not in lists. */
  status?: 1 | 0 | -1 | null;
  /** Stored without effect. */
  bot_only?: boolean | null;
  /** Whether it is the default department; each project has exactly one. */
  default?: boolean | null;
  /** Tags of the department. */
  tags?: (string | {
    /** Name of the tag. */
    tag: string;
    /** Colour of the tag; `#43B1F2` by default on requests. */
    color?: string | null;
  })[] | null;
};

export type UpdateDepartmentParams = { id_project?: string; department_id: string } & {
  /** Name of the department, 1 to 128 characters. */
  name?: string | null;
  /** Description of the department. */
  description?: string | null;
  /** Bot that answers first. */
  id_bot?: string | null;
  /** Group that the department routes to; absent: all teammates. */
  id_group?: string | null;
  /** Groups that the department routes to. */
  groups?: {
    /** Id of the group. */
    group_id: string;
    /** Share of the group. Stored without effect. */
    percentage?: number | null;
  }[] | null;
  /** Text for visitors while the project is open. */
  online_msg?: string | null;
  /** Text for visitors while the project is closed. */
  offline_msg?: string | null;
  /** `assigned`: Parley assigns requests. `pooled`: teammates claim them. `fixed`: as `pooled`, after the bot if there is one. */
  routing?: "assigned" | "pooled" | "fixed" | null;
  /** 1 visible, 0 not in the widget, -1 not in lists. */
  status?: 1 | 0 | -1 | null;
  /** Stored without effect. */
  bot_only?: boolean | null;
  /** Whether it is the default department; each project has exactly one. */
  default?: boolean | null;
  /** Tags of the department. */
  tags?: (string | {
    /** Name of the tag. */
    tag: string;
    /** Colour of the tag; `#43B1F2` by default on requests. */
    color?: string | null;
  })[] | null;
};

export type ListAllDepartmentsParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sort?: string | null;
};

/**
 * Create a department.
 *
 * Minimum role: admin. Codes: `dependency_down`. Limits: `name` ≤ 128 characters, `description` ≤ 2000 characters, `id_bot` ≤ 255 characters, `id_group` ≤ 255 characters, `groups` ≤ 20 items, `online_msg` ≤ 2000 characters, ….
 *
 * @example await createDepartment(parley, { name: 'Sales', routing: 'assigned' });
 */
export const createDepartment: Operation<CreateDepartmentParams, DepartmentRecordView, ReadCode | BodyCode | WriteCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createDepartment', 'POST departments');

/**
 * List visible departments.
 *
 * Public. Codes: `project_not_found`.
 *
 * @example await listDepartments(parley);
 */
export const listDepartments: Operation<ListDepartmentsParams, (DepartmentRecordView | PublicDepartmentView)[], CallCode | 'project_not_found' | 'banned' | 'ip_not_allowed' | 'route_not_found' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listDepartments', 'GET departments');

/**
 * Delete a department; its requests keep the id and are routed by the default department.
 *
 * Minimum role: admin. Codes: `department_not_found`, `default_department`, `version_mismatch`.
 *
 * @example await deleteDepartment(parley, { department_id });
 */
export const deleteDepartment: Operation<DeleteDepartmentParams, DepartmentRecordView, DeleteCode | 'department_not_found' | 'default_department' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteDepartment', 'DELETE departments/:department_id');

/**
 * Get a department by id or `default`.
 *
 * Public. Codes: `project_not_found`, `department_not_found`.
 *
 * @example await getDepartment(parley, { department_id });
 */
export const getDepartment: Operation<GetDepartmentParams, DepartmentRecordView | PublicDepartmentView, CallCode | 'project_not_found' | 'department_not_found' | 'banned' | 'ip_not_allowed' | 'route_not_found'> =
  /* @__PURE__ */ operation('getDepartment', 'GET departments/:department_id');

/**
 * Change a department; absent members stay unchanged, null clears optional ones.
 *
 * Minimum role: admin. Codes: `department_not_found`, `default_department`, `dependency_down`, `version_mismatch`. Limits: `name` ≤ 128 characters, `description` ≤ 2000 characters, `id_bot` ≤ 255 characters, `id_group` ≤ 255 characters, `groups` ≤ 20 items, `online_msg` ≤ 2000 characters, ….
 *
 * @example await patchDepartment(parley, { department_id, name: 'Ada', description: 'Hello, I need help with my order.', id_bot: '64f0c0a1b2c3d4e5f6a7b8c9', id_group: '64f0c0a1b2c3d4e5f6a7b8c9', groups: [{ group_id: '64f0c0a1b2c3d4e5f6a7b8c9' }], online_msg: 'text', offline_msg: 'text', routing: 'assigned', status: 1, bot_only: true, default: true, tags: ['text'] });
 */
export const patchDepartment: Operation<PatchDepartmentParams, DepartmentRecordView, UpdateCode | 'department_not_found' | 'default_department' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('patchDepartment', 'PATCH departments/:department_id');

/**
 * Change a department; absent members stay unchanged, null clears optional ones.
 *
 * Minimum role: admin. Codes: `department_not_found`, `default_department`, `dependency_down`, `version_mismatch`. Limits: `name` ≤ 128 characters, `description` ≤ 2000 characters, `id_bot` ≤ 255 characters, `id_group` ≤ 255 characters, `groups` ≤ 20 items, `online_msg` ≤ 2000 characters, ….
 *
 * @example await updateDepartment(parley, { department_id, name: 'Ada', description: 'Hello, I need help with my order.', id_bot: '64f0c0a1b2c3d4e5f6a7b8c9', id_group: '64f0c0a1b2c3d4e5f6a7b8c9', groups: [{ group_id: '64f0c0a1b2c3d4e5f6a7b8c9' }], online_msg: 'text', offline_msg: 'text', routing: 'assigned', status: 1, bot_only: true, default: true, tags: ['text'] });
 */
export const updateDepartment: Operation<UpdateDepartmentParams, DepartmentRecordView, UpdateCode | 'department_not_found' | 'default_department' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateDepartment', 'PUT departments/:department_id');

/**
 * List departments, including those hidden from the widget.
 *
 * Minimum role: agent.
 *
 * @example await listAllDepartments(parley);
 */
export const listAllDepartments: Operation<ListAllDepartmentsParams, DepartmentRecordView[], ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listAllDepartments', 'GET departments/allstatus');

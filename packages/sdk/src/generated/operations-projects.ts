// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, CallCode, DeleteCode, ReadCode, UpdateCode, WriteCode } from './errors.ts';
import type { AvailableTeammateView, ImportListView, OwnProjectView, ProjectView } from './types.ts';

export type ListImportsParams = {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | null;
  sort?: "createdAt" | null;
  direction?: 1 | -1 | null;
};

export type CreateProjectParams = {
  /** Name of the project. */
  name: string;
  /** Custom JSON object, at most 64 kB. */
  attributes?: Record<string, unknown> | null;
};

export type ListProjectsParams = {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "updatedAt" | null;
  sort?: "updatedAt" | null;
  direction?: 1 | -1 | null;
};

export type DeleteProjectParams = { id_project?: string };

export type GetProjectParams = { id_project?: string };

export type PatchProjectParams = { id_project?: string } & {
  /** Settings by key. A body may also set one alone by a flat key such as `settings.chat_limit_on`. */
  settings?: Record<string, unknown> | null;
  [name: string]: unknown;
} & {
  /** Name of the project. */
  name?: string | null;
  /** Whether operating hours apply; otherwise the project is always open. */
  activeOperatingHours?: boolean | null;
  /** Weekly hours as JSON in a string: days `0` (Sunday) to `6`, each a list of `start` and `end`, and `tzname`. */
  operatingHours?: string | Record<string, unknown> | null;
  /** Named hours by slot id: `name`, `active`, `hours`. */
  timeSlots?: Record<string, unknown> | null;
  /** Settings of the web widget, at most 64 kB. */
  widget?: Record<string, unknown> | null;
  /** Custom JSON object, at most 64 kB. */
  attributes?: Record<string, unknown> | null;
  /** Custom JSON value. */
  versions?: unknown;
  /** Channels of the project. */
  channels?: Record<string, unknown>[] | null;
  /** Whether only addresses of `ipFilter` may call. */
  ipFilterEnabled?: boolean | null;
  /** Addresses and blocks of addresses that may call. */
  ipFilter?: string[] | null;
  /** Whether addresses of `ipFilterDeny` are refused. */
  ipFilterDenyEnabled?: boolean | null;
  /** Addresses and blocks of addresses that may not call. */
  ipFilterDeny?: string[] | null;
};

export type UpdateProjectParams = { id_project?: string } & {
  /** Settings by key. A body may also set one alone by a flat key such as `settings.chat_limit_on`. */
  settings?: Record<string, unknown> | null;
  [name: string]: unknown;
} & {
  /** Name of the project. */
  name?: string | null;
  /** Whether operating hours apply; otherwise the project is always open. */
  activeOperatingHours?: boolean | null;
  /** Weekly hours as JSON in a string: days `0` (Sunday) to `6`, each a list of `start` and `end`, and `tzname`. */
  operatingHours?: string | Record<string, unknown> | null;
  /** Named hours by slot id: `name`, `active`, `hours`. */
  timeSlots?: Record<string, unknown> | null;
  /** Settings of the web widget, at most 64 kB. */
  widget?: Record<string, unknown> | null;
  /** Custom JSON object, at most 64 kB. */
  attributes?: Record<string, unknown> | null;
  /** Custom JSON value. */
  versions?: unknown;
  /** Channels of the project. */
  channels?: Record<string, unknown>[] | null;
  /** Whether only addresses of `ipFilter` may call. */
  ipFilterEnabled?: boolean | null;
  /** Addresses and blocks of addresses that may call. */
  ipFilter?: string[] | null;
  /** Whether addresses of `ipFilterDeny` are refused. */
  ipFilterDenyEnabled?: boolean | null;
  /** Addresses and blocks of addresses that may not call. */
  ipFilterDeny?: string[] | null;
};

export type PatchProjectAttributesParams = { id_project?: string } & Record<string, unknown>;

export type BanVisitorParams = { id_project?: string } & {
  id?: string | null;
  /** IP address or block of addresses to ban. */
  ip?: string | null;
};

export type LiftBanParams = { id_project?: string; banid: string };

export type GetOpenStateParams = { id_project?: string } & {
  timeSlot?: string | null;
};

export type ListAvailableTeammatesParams = { id_project?: string } & {
  raw?: string | null;
  department?: string | null;
};

/**
 * Imports of the projects that the caller owns. Also of a project that is not activated yet, which no other call finds.
 *
 * For any signed-in caller.
 *
 * @example await listImports(parley);
 */
export const listImports: Operation<ListImportsParams, ImportListView, CallCode | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listImports', 'GET /v3/imports');

/**
 * Create a project; the caller becomes its owner.
 *
 * For any signed-in caller. Codes: `limit_reached`. Limits: `name` ≤ 128 characters.
 *
 * @example await createProject(parley, { name: 'Acme support' });
 */
export const createProject: Operation<CreateProjectParams, ProjectView, CallCode | BodyCode | WriteCode | 'limit_reached' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only'> =
  /* @__PURE__ */ operation('createProject', 'POST /v3/projects');

/**
 * List the caller’s teammate records, each with its project.
 *
 * For any signed-in caller.
 *
 * @example await listProjects(parley);
 */
export const listProjects: Operation<ListProjectsParams, OwnProjectView[], CallCode | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listProjects', 'GET /v3/projects');

/**
 * Delete a project; its data is erased some weeks later.
 *
 * Minimum role: owner. Codes: `version_mismatch`.
 *
 * @example await deleteProject(parley);
 */
export const deleteProject: Operation<DeleteProjectParams, ProjectView, DeleteCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteProject', 'DELETE /v3/projects/:id_project');

/**
 * One project.
 *
 * Minimum role: agent.
 *
 * @example await getProject(parley);
 */
export const getProject: Operation<GetProjectParams, ProjectView, ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getProject', 'GET /v3/projects/:id_project');

/**
 * Change a project; absent members stay unchanged.
 *
 * Minimum role: admin. Codes: `owner_required`, `second_factor_missing`, `would_lock_you_out`, `version_mismatch`. Limits: `name` ≤ 128 characters, `channels` ≤ 50 items, `ipFilter` ≤ 200 items, `ipFilterDeny` ≤ 200 items.
 *
 * @example await patchProject(parley, { settings: {  }, name: 'Ada', activeOperatingHours: true, operatingHours: '{"1":[{"start":"09:00","end":"13:00"}],"tzname":"Europe/Rome"}', timeSlots: {  }, widget: {  }, attributes: {  }, versions: 'text', channels: [{  }], ipFilterEnabled: true, ipFilter: ['text'], ipFilterDenyEnabled: true, ipFilterDeny: ['text'] });
 */
export const patchProject: Operation<PatchProjectParams, ProjectView, UpdateCode | 'owner_required' | 'second_factor_missing' | 'would_lock_you_out' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('patchProject', 'PATCH /v3/projects/:id_project');

/**
 * Change a project; absent members stay unchanged.
 *
 * Minimum role: admin. Codes: `owner_required`, `second_factor_missing`, `would_lock_you_out`, `version_mismatch`. Limits: `name` ≤ 128 characters, `channels` ≤ 50 items, `ipFilter` ≤ 200 items, `ipFilterDeny` ≤ 200 items.
 *
 * @example await updateProject(parley, { settings: {  }, name: 'Ada', activeOperatingHours: true, operatingHours: '{"1":[{"start":"09:00","end":"13:00"}],"tzname":"Europe/Rome"}', timeSlots: {  }, widget: {  }, attributes: {  }, versions: 'text', channels: [{  }], ipFilterEnabled: true, ipFilter: ['text'], ipFilterDenyEnabled: true, ipFilterDeny: ['text'] });
 */
export const updateProject: Operation<UpdateProjectParams, ProjectView, UpdateCode | 'owner_required' | 'second_factor_missing' | 'would_lock_you_out' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateProject', 'PUT /v3/projects/:id_project');

/**
 * Set attributes one by one; null removes one.
 *
 * Minimum role: admin. Codes: `version_mismatch`.
 *
 * @example await patchProjectAttributes(parley, { plan: 'gold', trial: null });
 */
export const patchProjectAttributes: Operation<PatchProjectAttributesParams, ProjectView, UpdateCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('patchProjectAttributes', 'PATCH /v3/projects/:id_project/attributes');

/**
 * Ban a visitor, an IP address or a range of addresses.
 *
 * Minimum role: admin. Codes: `cannot_ban_teammate`, `limit_reached`. Limits: `id` ≤ 255 characters, `ip` ≤ 64 characters.
 *
 * @example await banVisitor(parley, { ip: '203.0.113.7' });
 */
export const banVisitor: Operation<BanVisitorParams, ProjectView, ReadCode | BodyCode | WriteCode | 'cannot_ban_teammate' | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('banVisitor', 'POST /v3/projects/:id_project/ban');

/**
 * Lift a ban.
 *
 * Minimum role: admin. Codes: `ban_not_found`, `version_mismatch`.
 *
 * @example await liftBan(parley, { banid });
 */
export const liftBan: Operation<LiftBanParams, ProjectView, DeleteCode | 'ban_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('liftBan', 'DELETE /v3/projects/:id_project/ban/:banid');

/**
 * Check whether the project, or one of its time slots, is open now.
 *
 * Public. Codes: `project_not_found`, `time_slot_not_found`.
 *
 * @example await getOpenState(parley);
 */
export const getOpenState: Operation<GetOpenStateParams, {
  /** Whether the project, or the time slot, is open now. */
  isopen: boolean;
  /** Name of the holiday that closes it. */
  holiday?: string;
}, CallCode | 'project_not_found' | 'time_slot_not_found' | 'banned' | 'ip_not_allowed' | 'route_not_found'> =
  /* @__PURE__ */ operation('getOpenState', 'GET /v3/projects/:id_project/isopen');

/**
 * List teammates who can answer now; `raw` ignores the operating hours.
 *
 * Public. Codes: `project_not_found`, `department_not_found`.
 *
 * @example await listAvailableTeammates(parley);
 */
export const listAvailableTeammates: Operation<ListAvailableTeammatesParams, AvailableTeammateView[], CallCode | 'project_not_found' | 'department_not_found' | 'banned' | 'ip_not_allowed' | 'route_not_found'> =
  /* @__PURE__ */ operation('listAvailableTeammates', 'GET /v3/projects/:id_project/users/availables');

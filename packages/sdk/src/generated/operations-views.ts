// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, DeleteCode, ReadCode, UpdateCode, WriteCode } from './errors.ts';
import type { ViewCountsView, ViewPageView, ViewView } from './types.ts';

export type CreateViewParams = { id_project?: string } & {
  /** Name, at most 255 characters. */
  name: string;
  /** Parameters of `GET …/requests` as they stand in an address, without paging. */
  query: Record<string, string | string[]>;
  /** `personal`: for its author; `shared`: for the team; `groups`: for these. */
  visibility?: "personal" | "shared" | "groups" | null;
  /** Groups that it is shared with. */
  groups?: string[] | null;
  /** Columns to show, for clients. */
  columns?: string[] | null;
  /** For clients, at most 16 kB. */
  attributes?: Record<string, unknown> | null;
  /** Place among the views. */
  position?: number | null;
};

export type ListViewsParams = { id_project?: string };

export type DeleteViewParams = { id_project?: string; view_id: string };

export type GetViewParams = { id_project?: string; view_id: string };

export type UpdateViewParams = { id_project?: string; view_id: string } & {
  /** Name, at most 255 characters. */
  name?: string | null;
  /** Parameters of `GET …/requests` as they stand in an address, without paging. */
  query?: Record<string, string | string[]> | null;
  /** `personal`: for its author; `shared`: for the team; `groups`: for these. */
  visibility?: "personal" | "shared" | "groups" | null;
  /** Groups that it is shared with. */
  groups?: string[] | null;
  /** Columns to show, for clients. */
  columns?: string[] | null;
  /** For clients, at most 16 kB. */
  attributes?: Record<string, unknown> | null;
  /** Place among the views. */
  position?: number | null;
};

export type CountViewsParams = { id_project?: string } & {
  ids: string | string[];
};

/**
 * Make a view. A stored query of `GET …/requests`. Personal unless `visibility` says otherwise; admins write shared ones.
 *
 * Minimum role: agent. Codes: `limit_reached`, `role_too_low`. Limits: `name` ≤ 255 characters, `groups` ≤ 50 items, `columns` ≤ 30 items, `position` ≤ 1000000.
 *
 * @example await createView(parley, { name: 'Urgent and overdue', query: { priority: 'urgent', sla_state: 'overdue', sortField: 'due_at' } });
 */
export const createView: Operation<CreateViewParams, ViewView, ReadCode | BodyCode | WriteCode | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createView', 'POST views');

/**
 * Views that the caller sees, in their order.
 *
 * Minimum role: agent.
 *
 * @example await listViews(parley);
 */
export const listViews: Operation<ListViewsParams, ViewPageView, ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listViews', 'GET views');

/**
 * Delete a view.
 *
 * Minimum role: agent. Codes: `view_not_found`, `role_too_low`.
 *
 * @example await deleteView(parley, { view_id });
 */
export const deleteView: Operation<DeleteViewParams, ViewView, DeleteCode | 'view_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteView', 'DELETE views/:view_id');

/**
 * Get a view.
 *
 * Minimum role: agent. Codes: `view_not_found`.
 *
 * @example await getView(parley, { view_id });
 */
export const getView: Operation<GetViewParams, ViewView, ReadCode | 'view_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getView', 'GET views/:view_id');

/**
 * Change a view; what is absent stays.
 *
 * Minimum role: agent. Codes: `view_not_found`, `role_too_low`, `limit_reached`. Limits: `name` ≤ 255 characters, `groups` ≤ 50 items, `columns` ≤ 30 items, `position` ≤ 1000000.
 *
 * @example await updateView(parley, { view_id, name: 'Overdue' });
 */
export const updateView: Operation<UpdateViewParams, ViewView, UpdateCode | 'view_not_found' | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateView', 'PUT views/:view_id');

/**
 * Count the requests of views, as the caller sees them. Each up to 1,000, at most 5 seconds old. Views that the caller does not see are left out.
 *
 * Minimum role: agent. Codes: `query_timeout`.
 *
 * @example await countViews(parley);
 */
export const countViews: Operation<CountViewsParams, ViewCountsView, ReadCode | 'query_timeout' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('countViews', 'GET views/counts');

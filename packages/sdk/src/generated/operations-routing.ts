// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { DeleteCode, ReadCode, UpdateCode } from './errors.ts';
import type { OperatorsView, RequestView } from './types.ts';

export type ListDepartmentOperatorsParams = { id_project?: string; department_id: string } & {
  /** Skip the bot and look for a teammate at once. */
  nobot?: boolean;
};

export type HandOffRequestParams = { id_project?: string; request_id: string };

export type AssignRequestParams = { id_project?: string; request_id: string } & {
  /** Department to route to; absent: the current one, else the default one. */
  departmentid?: string | null;
  /** Skip the bot and look for a teammate at once. */
  nobot?: boolean | null;
  /** Return ids instead of records. */
  no_populate?: boolean | null;
};

export type ClaimRequestParams = { id_project?: string; request_id: string };

export type RouteRequestParams = { id_project?: string; request_id: string } & {
  /** Department to route to; absent: the current one, else the default one. */
  departmentid?: string | null;
  /** Skip the bot and look for a teammate at once. */
  nobot?: boolean | null;
  /** Return ids instead of records. */
  no_populate?: boolean | null;
};

export type ReplaceBotParams = { id_project?: string; request_id: string } & {
  id?: string | null;
  /** Name of the bot. */
  name?: string | null;
  /** Slug of the bot. */
  slug?: string | null;
};

/**
 * Show who would get a request now. A preview without side effects. The id may be `default`.
 *
 * Minimum role: agent. Codes: `department_not_found`.
 *
 * @example await listDepartmentOperators(parley, { department_id });
 */
export const listDepartmentOperators: Operation<ListDepartmentOperatorsParams, OperatorsView, ReadCode | 'department_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listDepartmentOperators', 'GET departments/:department_id/operators');

/**
 * Hand a request over from its bot to a human.
 *
 * Minimum role: agent. Codes: `request_not_found`, `request_closed`.
 *
 * @example await handOffRequest(parley, { request_id });
 */
export const handOffRequest: Operation<HandOffRequestParams, RequestView, DeleteCode | 'request_not_found' | 'request_closed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('handOffRequest', 'PUT requests/:request_id/agent');

/**
 * Route an unserved request.
 *
 * Minimum role: agent. Codes: `request_not_found`. Limits: `departmentid` ≤ 255 characters.
 *
 * @example await assignRequest(parley, { request_id, departmentid: 'text', nobot: true, no_populate: true });
 */
export const assignRequest: Operation<AssignRequestParams, RequestView, UpdateCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('assignRequest', 'PUT requests/:request_id/assign');

/**
 * Claim a request that no human serves. If several agents claim it at once, exactly one gets it; the others learn who.
 *
 * Minimum role: agent. Codes: `request_not_found`, `request_closed`, `already_claimed`, `capacity_reached`.
 *
 * @example await claimRequest(parley, { request_id });
 */
export const claimRequest: Operation<ClaimRequestParams, RequestView, DeleteCode | 'request_not_found' | 'request_closed' | 'already_claimed' | 'capacity_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('claimRequest', 'POST requests/:request_id/claim');

/**
 * Route to a department. `nobot` routes to a human directly.
 *
 * Minimum role: agent. Codes: `request_not_found`, `request_closed`. Limits: `departmentid` ≤ 255 characters.
 *
 * @example await routeRequest(parley, { request_id, departmentid: 'text', nobot: true, no_populate: true });
 */
export const routeRequest: Operation<RouteRequestParams, RequestView, UpdateCode | 'request_not_found' | 'request_closed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('routeRequest', 'PUT requests/:request_id/departments');

/**
 * Make a bot the only participant. Identify the bot by `id`, `name` or `slug`.
 *
 * Minimum role: agent. Codes: `request_not_found`, `request_closed`, `bot_not_found`. Limits: `id` ≤ 255 characters, `name` ≤ 255 characters, `slug` ≤ 255 characters.
 *
 * @example await replaceBot(parley, { request_id, slug: 'order-helper' });
 */
export const replaceBot: Operation<ReplaceBotParams, RequestView, UpdateCode | 'request_not_found' | 'request_closed' | 'bot_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('replaceBot', 'PUT requests/:request_id/replace');

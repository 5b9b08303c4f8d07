// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, DeleteCode, ReadCode, UpdateCode, WriteCode } from './errors.ts';
import type { ApiTokenView, ApiTokenWithSecretView } from './types.ts';

export type CreateApiTokenParams = { id_project?: string } & {
  /** Name of the token, under which history shows what it did. */
  name: string;
  /** The highest role it acts with; at most that of its maker. */
  role: "agent" | "admin" | "owner";
  /** All that the token may do. Absent: what its role may. */
  rights?: ("requests.read" | "requests.write" | "requests.close" | "requests.assign" | "requests.export" | "requests.delete" | "messages.write" | "messages.export" | "notes.write" | "events.read" | "events.write" | "leads.read" | "leads.write" | "leads.delete" | "leads.export" | "leads.disclose" | "leads.erase" | "holds.write" | "segments.write" | "canned.read" | "canned.write" | "tags.write" | "files.read" | "files.write" | "bots.read" | "bots.write" | "analytics.read" | "activities.read" | "webhooks.write" | "project.read" | "project.delete" | "project.export" | "settings.write" | "secret.write" | "teammates.write" | "tokens.own" | "roles.write" | "sign_in.write")[] | null;
  /** Seconds until it ends, from now; at most 366 days. */
  expires_in: number;
  /** Addresses and blocks of addresses it may be used from; empty: all. */
  allowed_ips?: string[] | null;
};

export type ListApiTokensParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | null;
  sort?: "createdAt" | null;
  direction?: 1 | -1 | null;
};

export type RevokeApiTokenParams = { id_project?: string; api_token_id: string };

export type RotateApiTokenParams = { id_project?: string; api_token_id: string } & {
  /** Seconds until it ends, from now; at most 366 days. */
  expires_in?: number | null;
};

/**
 * Make a machine token; its secret is shown this once. The token acts for the caller, under its own name and with at most the caller’s role. `expires_in` is in seconds, at most 366 days. It is used as `Authorization: Bearer pat_…`.
 *
 * Minimum role: admin. Codes: `limit_reached`. Limits: `name` ≤ 128 characters, `rights` ≤ 38 items, `expires_in` ≤ 31622400, `allowed_ips` ≤ 50 items.
 *
 * @example await createApiToken(parley, { name: 'Nightly export', role: 'agent', expires_in: 7776000, allowed_ips: ['203.0.113.0/24'] });
 */
export const createApiToken: Operation<CreateApiTokenParams, ApiTokenWithSecretView, ReadCode | BodyCode | WriteCode | 'limit_reached' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('createApiToken', 'POST api_tokens');

/**
 * Machine tokens of the project, those that have ended within 30 days included.
 *
 * Minimum role: admin.
 *
 * @example await listApiTokens(parley);
 */
export const listApiTokens: Operation<ListApiTokensParams, ApiTokenView[], ReadCode | 'token_expired' | 'right_missing' | 'users_only' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listApiTokens', 'GET api_tokens');

/**
 * Revoke a machine token at once; again, the same answer.
 *
 * Minimum role: admin. Codes: `token_not_found`, `version_mismatch`.
 *
 * @example await revokeApiToken(parley, { api_token_id });
 */
export const revokeApiToken: Operation<RevokeApiTokenParams, ApiTokenView, DeleteCode | 'token_not_found' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('revokeApiToken', 'DELETE api_tokens/:api_token_id');

/**
 * Give a machine token a new secret; the old one works for 24 hours more. `expires_in`, in seconds from now, also moves the end of the token.
 *
 * Minimum role: admin. Codes: `token_not_found`, `token_ended`, `limit_reached`, `version_mismatch`. Limits: `expires_in` ≤ 31622400.
 *
 * @example await rotateApiToken(parley, { api_token_id, expires_in: 7776000 });
 */
export const rotateApiToken: Operation<RotateApiTokenParams, ApiTokenWithSecretView, UpdateCode | 'token_not_found' | 'token_ended' | 'limit_reached' | 'token_expired' | 'right_missing' | 'users_only'> =
  /* @__PURE__ */ operation('rotateApiToken', 'POST api_tokens/:api_token_id/rotate');

// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, DeleteCode, ReadCode, UpdateCode, WriteCode } from './errors.ts';
import type { CannedResponseView } from './types.ts';

export type CreateCannedResponseParams = { id_project?: string } & {
  /** Text, 1 to 10,000 characters. Clients replace placeholders such as `$recipient_name`. */
  text: string;
  /** Title, at most 200 characters; an empty one removes it. */
  title?: string | null;
  /** Whether the whole team sees it or only its author. */
  shared?: boolean | null;
  /** Custom JSON object. `{}` by default. */
  attributes?: Record<string, unknown> | null;
};

export type ListCannedResponsesParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | "updatedAt" | "title" | null;
  sort?: "createdAt" | "updatedAt" | "title" | null;
  direction?: 1 | -1 | null;
  full_text?: string | null;
};

export type DeleteCannedResponseParams = { id_project?: string; canned_id: string };

export type GetCannedResponseParams = { id_project?: string; canned_id: string };

export type UpdateCannedResponseParams = { id_project?: string; canned_id: string } & {
  /** Text, 1 to 10,000 characters. Clients replace placeholders such as `$recipient_name`. */
  text?: string | null;
  /** Title, at most 200 characters; an empty one removes it. */
  title?: string | null;
  /** Whether the whole team sees it or only its author. */
  shared?: boolean | null;
  /** Custom JSON object. `{}` by default. */
  attributes?: Record<string, unknown> | null;
};

/**
 * Create a canned response; an admin’s is shared unless stated otherwise.
 *
 * Minimum role: agent. Limits: `text` ≤ 10000 characters, `title` ≤ 200 characters.
 *
 * @example await createCannedResponse(parley, { title: 'Greeting', text: 'Hello $recipient_name, my name is $agent_name.' });
 */
export const createCannedResponse: Operation<CreateCannedResponseParams, CannedResponseView, ReadCode | BodyCode | WriteCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createCannedResponse', 'POST canned');

/**
 * List shared canned responses and the caller’s own.
 *
 * Minimum role: agent.
 *
 * @example await listCannedResponses(parley);
 */
export const listCannedResponses: Operation<ListCannedResponsesParams, CannedResponseView[], ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listCannedResponses', 'GET canned');

/**
 * Delete a canned response.
 *
 * Minimum role: agent. Codes: `canned_not_found`, `not_your_canned_response`, `version_mismatch`.
 *
 * @example await deleteCannedResponse(parley, { canned_id });
 */
export const deleteCannedResponse: Operation<DeleteCannedResponseParams, CannedResponseView, DeleteCode | 'canned_not_found' | 'not_your_canned_response' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteCannedResponse', 'DELETE canned/:canned_id');

/**
 * Get a canned response.
 *
 * Minimum role: agent. Codes: `canned_not_found`.
 *
 * @example await getCannedResponse(parley, { canned_id });
 */
export const getCannedResponse: Operation<GetCannedResponseParams, CannedResponseView, ReadCode | 'canned_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getCannedResponse', 'GET canned/:canned_id');

/**
 * Change a canned response; absent members stay unchanged.
 *
 * Minimum role: agent. Codes: `canned_not_found`, `not_your_canned_response`, `version_mismatch`. Limits: `text` ≤ 10000 characters, `title` ≤ 200 characters.
 *
 * @example await updateCannedResponse(parley, { canned_id, text: 'Hello, I need help with my order.', title: 'Order 1024', shared: true, attributes: {  } });
 */
export const updateCannedResponse: Operation<UpdateCannedResponseParams, CannedResponseView, UpdateCode | 'canned_not_found' | 'not_your_canned_response' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateCannedResponse', 'PUT canned/:canned_id');

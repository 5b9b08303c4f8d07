// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, DeleteCode, ReadCode, UpdateCode, WriteCode } from './errors.ts';
import type { ActionInput, MacroPageView, MacroPreviewView, MacroRunView, MacroView } from './types.ts';

export type CreateMacroParams = { id_project?: string } & {
  /** Name, at most 255 characters. */
  name: string;
  /** What it does, in order: all, or nothing. */
  actions: ActionInput[];
  /** What it is for. */
  description?: string | null;
  /** `personal`: for its author; `shared`: for the team. */
  visibility?: "personal" | "shared" | null;
  /** Departments that it is shown for; no right depends on it. */
  departments?: string[] | null;
  /** Place among the macros. */
  position?: number | null;
};

export type ListMacrosParams = { id_project?: string };

export type DeleteMacroParams = { id_project?: string; macro_id: string };

export type GetMacroParams = { id_project?: string; macro_id: string };

export type UpdateMacroParams = { id_project?: string; macro_id: string } & {
  /** Name, at most 255 characters. */
  name?: string | null;
  /** What it does, in order: all, or nothing. */
  actions?: ActionInput[] | null;
  /** What it is for. */
  description?: string | null;
  /** `personal`: for its author; `shared`: for the team. */
  visibility?: "personal" | "shared" | null;
  /** Departments that it is shown for; no right depends on it. */
  departments?: string[] | null;
  /** Place among the macros. */
  position?: number | null;
};

export type PreviewMacroParams = { id_project?: string; request_id: string; macro_id: string };

export type RunMacroParams = { id_project?: string; request_id: string; macro_id: string };

/**
 * Make a macro. Personal unless `visibility` says otherwise; admins write shared ones.
 *
 * Minimum role: agent. Codes: `limit_reached`, `role_too_low`. Limits: `name` ≤ 255 characters, `actions` ≤ 20 items, `description` ≤ 2000 characters, `departments` ≤ 100 items, `position` ≤ 1000000.
 *
 * @example await createMacro(parley, { name: 'Ask for the order number', visibility: 'shared', actions: [{ type: 'send_message', text: 'Dear {{lead.fullname|customer}}, which order do you mean?' }, { type: 'add_tags', tags: ['order'] }, { type: 'snooze' }] });
 */
export const createMacro: Operation<CreateMacroParams, MacroView, ReadCode | BodyCode | WriteCode | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createMacro', 'POST macros');

/**
 * Shared macros and the caller’s own, in their order.
 *
 * Minimum role: agent.
 *
 * @example await listMacros(parley);
 */
export const listMacros: Operation<ListMacrosParams, MacroPageView, ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listMacros', 'GET macros');

/**
 * Delete a macro.
 *
 * Minimum role: agent. Codes: `macro_not_found`, `role_too_low`.
 *
 * @example await deleteMacro(parley, { macro_id });
 */
export const deleteMacro: Operation<DeleteMacroParams, MacroView, DeleteCode | 'macro_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteMacro', 'DELETE macros/:macro_id');

/**
 * Get a macro.
 *
 * Minimum role: agent. Codes: `macro_not_found`.
 *
 * @example await getMacro(parley, { macro_id });
 */
export const getMacro: Operation<GetMacroParams, MacroView, ReadCode | 'macro_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getMacro', 'GET macros/:macro_id');

/**
 * Change a macro; what is absent stays.
 *
 * Minimum role: agent. Codes: `macro_not_found`, `role_too_low`, `limit_reached`. Limits: `name` ≤ 255 characters, `actions` ≤ 20 items, `description` ≤ 2000 characters, `departments` ≤ 100 items, `position` ≤ 1000000.
 *
 * @example await updateMacro(parley, { macro_id, name: 'Ask for the order' });
 */
export const updateMacro: Operation<UpdateMacroParams, MacroView, UpdateCode | 'macro_not_found' | 'limit_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateMacro', 'PUT macros/:macro_id');

/**
 * Preview a macro on a request. Its texts with their placeholders filled, and what each action would do. Nothing is stored.
 *
 * Minimum role: agent. Codes: `request_not_found`, `macro_not_found`.
 *
 * @example await previewMacro(parley, { request_id, macro_id });
 */
export const previewMacro: Operation<PreviewMacroParams, MacroPreviewView, UpdateCode | 'request_not_found' | 'macro_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('previewMacro', 'POST requests/:request_id/macros/:macro_id/preview');

/**
 * Run a macro on a request. All actions in their order and one transaction, or none: the first that is refused is named in `errors` and undoes the others. The caller needs the rights of each action.
 *
 * Minimum role: agent. Codes: `newer_messages`, `request_not_found`, `macro_not_found`, `not_a_participant`, `request_closed`, `capacity_reached`, `no_participant`, `status_not_allowed`, `never_open`, `bot_not_found`, `department_not_found`, `policy_not_found`, `survey_not_found`, `canned_not_found`, `request_merged`, `sender_not_allowed`, `bot_budget_exhausted`.
 *
 * @example await runMacro(parley, { request_id, macro_id });
 */
export const runMacro: Operation<RunMacroParams, MacroRunView, UpdateCode | 'newer_messages' | 'request_not_found' | 'macro_not_found' | 'not_a_participant' | 'request_closed' | 'capacity_reached' | 'no_participant' | 'status_not_allowed' | 'never_open' | 'bot_not_found' | 'department_not_found' | 'policy_not_found' | 'survey_not_found' | 'canned_not_found' | 'request_merged' | 'sender_not_allowed' | 'bot_budget_exhausted' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('runMacro', 'POST requests/:request_id/macros/:macro_id/run');

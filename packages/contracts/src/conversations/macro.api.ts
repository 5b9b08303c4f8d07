import { z } from 'zod';

import { everyPrincipal } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { defineEvent } from '../define-event.ts';
import { AnyId, AnyPathId, maybe, oneOf, PathId, text } from '../fields.ts';
import { Actions, ActionView, actionRefusals, actionTypes } from './action.fields.ts';
import { RecordView, RequestView } from './views.ts';

const tag = 'Macros';
const base = '/v3/:id_project/macros';
const ofRequest = '/v3/:id_project/requests/:request_id/macros/:macro_id';
const inProject = z.object({ id_project: PathId });
const ofMacro = z.object({ id_project: PathId, macro_id: PathId });
const onRequest = z.object({ id_project: PathId, request_id: AnyPathId, macro_id: PathId });

/** Macros of one project, and personal ones of one person. */
export const maxMacros = 500;
export const maxPersonalMacros = 100;

/** Who sees it: its author, or the team. */
export const macroVisibilities = ['personal', 'shared'] as const;

const Name = text(255).trim().min(1, 'Must not be empty');
const fields = {
  description: maybe(text(2_000)),
  visibility: maybe(oneOf(macroVisibilities)),
  /** Shown for these; no right depends on it. */
  departments: maybe(z.array(AnyId).max(100)),
  position: maybe(z.number().int().min(0).max(1_000_000)),
};

export const MacroView = RecordView.extend({
  createdBy: z.string(),
  name: z.string(),
  description: z.string().optional(),
  actions: z.array(ActionView),
  visibility: z.enum(macroVisibilities),
  departments: z.array(z.string()),
  position: z.number().int(),
  broken: z.array(z.string()).optional(),
});
export type MacroView = z.output<typeof MacroView>;

export const MacroPageView = z.object({
  perPage: z.number().int(),
  count: z.number().int(),
  macros: z.array(MacroView),
});

const AppliedActionView = z.object({ type: z.enum(actionTypes), changed: z.boolean() });

/** The request after a macro, and what its actions did. */
export const MacroRunView = z.object({
  request: RequestView,
  macro: z.object({ _id: z.string(), applied: z.array(AppliedActionView) }),
});

/** What an action would do; those after a refused one are not tried. */
export const ActionOutcomeView = z.object({
  type: z.enum(actionTypes),
  ok: z.boolean(),
  changed: z.boolean().optional(),
  code: z.string().optional(),
});
export type ActionOutcomeView = z.output<typeof ActionOutcomeView>;

export const MacroPreviewView = z.object({ texts: z.array(z.string()), outcome: z.array(ActionOutcomeView) });

const example = {
  name: 'Ask for the order number',
  visibility: 'shared',
  actions: [
    { type: 'send_message', text: 'Dear {{lead.fullname|customer}}, which order do you mean?' },
    { type: 'add_tags', tags: ['order'] },
    { type: 'snooze' },
  ],
};

/** Source: contract 25 section 9. */
export const macroApi = defineApi('conversations', {
  listMacros: {
    right: 'requests.read',
    method: 'get',
    path: base,
    role: 'agent',
    params: inProject,
    response: MacroPageView,
    errors: [],
    summary: 'Shared macros and the caller’s own, in their order',
    tag,
  },
  createMacro: {
    right: 'requests.write',
    method: 'post',
    path: base,
    role: 'agent',
    params: inProject,
    body: z.object({ name: Name, actions: Actions, ...fields }),
    response: MacroView,
    errors: ['limit_reached', 'role_too_low'],
    summary: 'Make a macro',
    description: 'Personal unless `visibility` says otherwise; admins write shared ones.',
    tag,
    example: { body: example },
  },
  getMacro: {
    right: 'requests.read',
    method: 'get',
    path: `${base}/:macro_id`,
    role: 'agent',
    params: ofMacro,
    response: MacroView,
    errors: ['macro_not_found'],
    summary: 'Get a macro',
    tag,
  },
  updateMacro: {
    right: 'requests.write',
    method: 'put',
    path: `${base}/:macro_id`,
    role: 'agent',
    params: ofMacro,
    body: z.object({ name: maybe(Name), actions: maybe(Actions), ...fields }),
    response: MacroView,
    errors: ['macro_not_found', 'role_too_low', 'limit_reached'],
    summary: 'Change a macro; what is absent stays',
    tag,
    example: { body: { name: 'Ask for the order' } },
  },
  deleteMacro: {
    right: 'requests.write',
    method: 'delete',
    path: `${base}/:macro_id`,
    role: 'agent',
    params: ofMacro,
    response: MacroView,
    errors: ['macro_not_found', 'role_too_low'],
    summary: 'Delete a macro',
    tag,
  },
  runMacro: {
    right: 'requests.read',
    method: 'post',
    path: `${ofRequest}/run`,
    role: 'agent',
    kinds: everyPrincipal,
    params: onRequest,
    body: z.object({}).optional(),
    response: MacroRunView,
    errors: ['newer_messages', 'request_not_found', 'macro_not_found', ...actionRefusals],
    summary: 'Run a macro on a request',
    description:
      'All actions in their order and one transaction, or none: the first that is refused is named in `errors` and undoes the others. The caller needs the rights of each action.',
    tag,
  },
  previewMacro: {
    right: 'requests.read',
    method: 'post',
    path: `${ofRequest}/preview`,
    role: 'agent',
    kinds: everyPrincipal,
    params: onRequest,
    body: z.object({}).optional(),
    response: MacroPreviewView,
    errors: ['request_not_found', 'macro_not_found'],
    summary: 'Preview a macro on a request',
    description: 'Its texts with their placeholders filled, and what each action would do. Nothing is stored.',
    tag,
  },
});

const macroEvent = z.object({ macro: MacroView });
export const macroCreated = defineEvent('macro.created', macroEvent);
export const macroUpdated = defineEvent('macro.updated', macroEvent.extend({ changes: z.array(z.string()) }));
export const macroDeleted = defineEvent('macro.deleted', macroEvent);

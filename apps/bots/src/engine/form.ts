import { type AnsweringIntent, ask, type Effectful } from './effect.ts';
import { isParameterName } from './parameters.ts';
import type { FormField, PendingForm } from './session.ts';
import { type Reason, say, type TurnDraft, write } from './turn-draft.ts';

/** Parameters that also fill fields of the lead. Source: contract 60 section 7.5. */
const leadFields = {
  userFullname: { field: 'fullname', attribute: 'updateUserFullname' },
  userEmail: { field: 'email', attribute: 'updateUserEmail' },
} as const;

/** The initial state of an intent's form; undefined when it has no valid field. */
export function formOf({ id, form, answer }: AnsweringIntent): PendingForm | undefined {
  const fields = Array.isArray(form?.fields) ? form.fields.flatMap(fieldOf) : [];
  if (!form || fields.length === 0) return undefined;
  const { cancelCommands, cancelReply } = form;
  const commands = Array.isArray(cancelCommands) ? cancelCommands : [];
  return {
    kind: 'form',
    intent: id,
    fields,
    cancelCommands: commands.filter((command) => typeof command === 'string'),
    cancelReply: typeof cancelReply === 'string' ? cancelReply : '',
    answer,
    at: -1,
  };
}

function fieldOf(field: unknown): FormField[] {
  const { name, label, regex, errorLabel } = (field ?? {}) as Record<string, unknown>;
  if (typeof name !== 'string' || !isParameterName(name) || typeof label !== 'string') return [];
  const texts = { ...(typeof regex === 'string' && { regex }), ...(typeof errorLabel === 'string' && { errorLabel }) };
  return [{ name, label, ...texts }];
}

/**
 * Asks for the next field without a value. Earlier fields are not asked for again.
 * @returns false when no field is left
 */
export function* askNext(draft: TurnDraft, form: PendingForm, reason: Reason): Effectful<boolean> {
  const isUnknown = ({ name }: FormField, index: number) => index > form.at && !Object.hasOwn(draft.parameters, name);
  const at = form.fields.findIndex(isUnknown);
  const { pending: _done, ...rest } = draft.session;
  draft.session = at < 0 ? rest : { ...rest, pending: { ...form, at } };
  if (at < 0) return false;
  yield* say(draft, { text: form.fields[at]?.label ?? '' }, reason);
  return true;
}

/**
 * Takes the message as the value of the current field.
 * @returns `waiting` when the value is invalid and the field was asked for again
 */
export function* acceptInput(
  draft: TurnDraft,
  form: PendingForm,
  reason: Reason,
): Effectful<'cancelled' | 'waiting' | 'taken'> {
  const text = draft.input.message.text.trim();
  const { pending: _form, ...rest } = draft.session;
  if (form.cancelCommands.some((command) => command.trim().toLowerCase() === text.toLowerCase())) {
    draft.session = rest;
    yield* say(draft, { text: form.cancelReply }, reason);
    return 'cancelled';
  }
  const field = form.fields[form.at];
  if (field === undefined) return 'taken';

  const isGood = text !== '' && (!field.regex || (yield* ask({ kind: 'regex', pattern: field.regex, text })));
  if (!isGood) {
    yield* say(draft, { text: field.errorLabel || field.label }, reason);
    return 'waiting';
  }
  write(draft, { [field.name]: text });
  recordLeadField(draft, field.name, text);
  return 'taken';
}

function recordLeadField(draft: TurnDraft, name: string, text: string): void {
  if (!Object.hasOwn(leadFields, name) || draft.parameters[name] !== text) return;
  const { field, attribute } = leadFields[name as keyof typeof leadFields];
  draft.lead = { ...draft.lead, [field]: text };
  draft.leadAttributes = { ...draft.leadAttributes, [attribute]: text };
}

import { type Answer, type Asking, ask } from './effect.ts';
import { isParameterName } from './parameters.ts';
import type { FormField, PendingForm } from './session.ts';
import { type Reason, type Story, say, write } from './story.ts';

/** Parameters that also say who the requester is. Source: contract 60 section 7.5. */
const ofLead = {
  userFullname: { field: 'fullname', attribute: 'updateUserFullname' },
  userEmail: { field: 'email', attribute: 'updateUserEmail' },
} as const;

/** The form of an intent as it starts; nothing when it has no field that could be asked for. */
export function formOf({ id, form, answer }: Answer): PendingForm | undefined {
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
 * Asks for the next field that is not known. Fields that were passed are not asked for again.
 * @returns false when there is none left
 */
export function* askNext(story: Story, form: PendingForm, reason: Reason): Asking<boolean> {
  const isUnknown = ({ name }: FormField, index: number) => index > form.at && !Object.hasOwn(story.parameters, name);
  const at = form.fields.findIndex(isUnknown);
  const { pending: _done, ...rest } = story.session;
  story.session = at < 0 ? rest : { ...rest, pending: { ...form, at } };
  if (at < 0) return false;
  yield* say(story, { text: form.fields[at]?.label ?? '' }, reason);
  return true;
}

/**
 * Takes a text as the value of the field that was asked for.
 * @returns `waiting`: it was not good, and is asked for again
 */
export function* takeInput(story: Story, form: PendingForm, reason: Reason): Asking<'cancelled' | 'waiting' | 'taken'> {
  const text = story.input.message.text.trim();
  const { pending: _form, ...rest } = story.session;
  if (form.cancelCommands.some((command) => command.trim().toLowerCase() === text.toLowerCase())) {
    story.session = rest;
    yield* say(story, { text: form.cancelReply }, reason);
    return 'cancelled';
  }
  const field = form.fields[form.at];
  if (field === undefined) return 'taken';

  const isGood = text !== '' && (!field.regex || (yield* ask({ kind: 'regex', pattern: field.regex, text })));
  if (!isGood) {
    yield* say(story, { text: field.errorLabel || field.label }, reason);
    return 'waiting';
  }
  write(story, { [field.name]: text });
  noteLead(story, field.name, text);
  return 'taken';
}

function noteLead(story: Story, name: string, text: string): void {
  if (!Object.hasOwn(ofLead, name) || story.parameters[name] !== text) return;
  const { field, attribute } = ofLead[name as keyof typeof ofLead];
  story.lead = { ...story.lead, [field]: text };
  story.leadAttributes = { ...story.leadAttributes, [attribute]: text };
}

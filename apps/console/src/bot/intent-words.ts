import type { Translate } from '../app/texts.tsx';
import { type Action, isObject, kindOf, membersOf, messagesOf, saysMessages } from './actions.ts';
import type { IntentDraft } from './intent-draft.ts';

/** A member of an intent in words, to be compared with what another person has stored. */
export function wordsOf(name: keyof IntentDraft, draft: IntentDraft, t: Translate): string {
  const value = draft[name];
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return t(value ? 'bots.yes' : 'bots.no');
  if (name === 'form') return questionsOf(draft.form).join(', ');
  return (draft.actions ?? []).map((action) => wordsOfAction(action, t)).join(' · ');
}

function wordsOfAction(action: Action, t: Translate): string {
  const kind = kindOf(action);
  if (!kind) return JSON.stringify(action);
  const values = saysMessages(kind)
    ? messagesOf(action)?.map(({ text }) => text)
    : membersOf[kind].map((member) => action[member]);
  return [t(`bots.action.${kind}`), values?.filter(Boolean).join(' / ')].filter(Boolean).join(': ');
}

function questionsOf(form: IntentDraft['form']): string[] {
  const fields = Array.isArray(form?.fields) ? form.fields.filter(isObject) : [];
  return fields.map(({ label, name }) => String(label || name || ''));
}

import type { IntentView } from '@parley/sdk';

import { type Action, isObject } from './actions.ts';

/** What the form of an intent edits, under the names of the API. */
export interface IntentDraft {
  intent_display_name: string;
  /** One phrase a line. */
  question: string;
  answer: string;
  topic: string;
  enabled: boolean;
  webhook_enabled: boolean;
  /** Undefined where the reader may not see them. */
  actions: readonly Action[] | undefined;
  form: Record<string, unknown> | undefined;
}
type Field = keyof IntentDraft;

export const emptyDraft: IntentDraft = {
  intent_display_name: '',
  question: '',
  answer: '',
  topic: 'default',
  enabled: true,
  webhook_enabled: false,
  actions: [],
  form: undefined,
};
const fields = Object.keys(emptyDraft) as Field[];

export function draftOf(intent: IntentView): IntentDraft {
  const { intent_display_name, topic, enabled, webhook_enabled, question, answer, actions, form } = intent;
  return {
    ...{ intent_display_name, topic, enabled, webhook_enabled },
    question: typeof question === 'string' ? question : '',
    answer: typeof answer === 'string' ? answer : '',
    actions: Array.isArray(actions) ? actions : undefined,
    form: isObject(form) ? form : undefined,
  };
}

/** Fields in which two drafts differ. */
export function differences(one: IntentDraft, other: IntentDraft): Field[] {
  return fields.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));
}

/** Members to send: what differs from the base alone, so that nothing else is written. An emptied one is null. */
export function changesOf(base: IntentDraft, draft: IntentDraft) {
  const changes = differences(base, draft).map((field) => [field, emptied(draft[field])] as const);
  return Object.fromEntries(changes) as { [Name in Field]?: Exclude<IntentDraft[Name], undefined> | null };
}

function emptied(value: IntentDraft[Field]) {
  return value === undefined || value === '' ? null : value;
}

/** The draft on a newer base: what was edited stays, everything else is as it is there. */
export function rebased(draft: IntentDraft, base: IntentDraft, newer: IntentDraft): IntentDraft {
  const edited = differences(base, draft).map((field) => [field, draft[field]]);
  return { ...newer, ...Object.fromEntries(edited) };
}

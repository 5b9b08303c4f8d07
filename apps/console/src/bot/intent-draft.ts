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

/** Members as the API takes them: an emptied one is null. */
export function sentOf(changes: Partial<IntentDraft>) {
  const sent = Object.entries(changes).map(([name, value]) => [
    name,
    value === undefined || value === '' ? null : value,
  ]);
  return Object.fromEntries(sent) as { [Name in keyof IntentDraft]?: Exclude<IntentDraft[Name], undefined> | null };
}

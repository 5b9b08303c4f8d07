import type { ActionInput, MacroView } from '@parley/sdk';

/** An action as stored: its type and what it takes. Source: contract 25 section 3. */
export type Action = ActionInput;
export type ActionType = Action['type'];

/** An action as a form shows it. */
export interface ActionDraft {
  /** Of the form alone: rows keep their place in it while others go. */
  key: string;
  action: Action;
}

/** Those that forms offer. What a program has stored besides stays as it is. */
export const offeredTypes = [
  ...(['send_message', 'add_note', 'add_tags', 'remove_tags', 'set_priority', 'set_subject'] as const),
  ...(['set_department', 'assign', 'add_participant', 'add_follower', 'hand_to_bot', 'notify'] as const),
  ...(['snooze', 'wake', 'set_sla', 'close', 'reopen', 'send_survey'] as const),
] satisfies ActionType[];

/** Until when an action snoozes, by the words for it. */
export const snoozes = {
  reply: {},
  opening: { opening: 1 },
  hour: { in: 3_600_000 },
  day: { in: 86_400_000 },
  threeDays: { in: 3 * 86_400_000 },
  week: { in: 7 * 86_400_000 },
} as const;
export type SnoozeWord = keyof typeof snoozes;
export const snoozeWords = Object.keys(snoozes) as SnoozeWord[];

/** Undefined for a snooze that forms do not offer. */
export function snoozeWordOf({ until, in: ms, opening }: Action): SnoozeWord | undefined {
  if (until) return undefined;
  return snoozeWords.find((word) => {
    const offered: Pick<Action, 'in' | 'opening'> = snoozes[word];
    return (offered.in ?? null) === (ms ?? null) && (offered.opening ?? null) === (opening ?? null);
  });
}

const begun: Partial<Record<ActionType, Partial<Action>>> = {
  send_message: { text: '' },
  add_note: { text: '' },
  add_tags: { tags: [] },
  remove_tags: { tags: [] },
  set_priority: { priority: 'high' },
  set_subject: { subject: '' },
  set_department: { department: '' },
  assign: { to: '' },
  add_participant: { member: '' },
  add_follower: { member: '' },
  hand_to_bot: { bot: '' },
  set_sla: { policy: null },
  send_survey: { survey: '' },
  notify: { people: ['assignee'], text: '' },
};

/** An action with what is to be filled in. */
export function newAction(type: ActionType): Action {
  return { type, ...begun[type] };
}

export function draftsOf(actions: MacroView['actions']): ActionDraft[] {
  return actions.map((action, index) => ({ key: String(index), action: action as Action }));
}

/** The members that must hold something. */
const needed = ['text', 'tags', 'subject', 'department', 'to', 'member', 'bot', 'people', 'survey'] as const;

/** Whether nothing is left to be filled in. */
export function isWhole(action: Action): boolean {
  return needed.every((name) => {
    const value = action[name];
    if (value === undefined || value === null || typeof value === 'boolean') return true;
    return (typeof value === 'string' ? value.trim() : value).length > 0;
  });
}

/** Tags as they are typed, with commas between them. */
export function tagsIn(typed: string): string[] {
  return [...new Set(typed.split(',').map((tag) => tag.trim()))].filter(Boolean);
}

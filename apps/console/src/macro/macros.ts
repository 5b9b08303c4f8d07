import type { MacroView } from '@parley/sdk';

import { type Action, type ActionDraft, draftsOf } from '../action/actions.ts';

/** The page of a macro, or of a `new` one. */
export const pageOf = (project: string, macro: string) => ({
  to: '/$project/settings/macros/{-$macro}' as const,
  params: { project, macro },
});

export interface MacroDraft {
  name: string;
  description: string;
  visibility: MacroView['visibility'];
  departments: readonly string[];
  actions: ActionDraft[];
}

/** What a macro is besides its place and its version. */
export interface MacroBody extends Omit<MacroDraft, 'actions' | 'departments'> {
  departments: string[];
  actions: Action[];
}

/** Macros that have a digit as their key. */
const digits = 9;

/** Shared ones first, each kind in its own order. Digits are keys of the first ones. */
export function inMenuOrder(macros: readonly MacroView[]): (MacroView & { digit?: number })[] {
  const ordered = [...macros.filter(isShared), ...macros.filter((macro) => !isShared(macro))];
  return ordered.map((macro, index) => ({ ...macro, ...(index < digits && { digit: index + 1 }) }));
}

export function isShared({ visibility }: Pick<MacroView, 'visibility'>): boolean {
  return visibility === 'shared';
}

/** One that names departments is shown for conversations of these. No right depends on it. */
export function isShownFor({ departments }: MacroView, department: string | undefined): boolean {
  return departments.length === 0 || (department !== undefined && departments.includes(department));
}

export function draftOf({ name, description = '', visibility, departments, actions }: MacroView): MacroDraft {
  return { name, description, visibility, departments, actions: draftsOf(actions) };
}

export function bodyOf({ actions, departments, ...draft }: MacroDraft): MacroBody {
  return { ...draft, departments: [...departments], actions: actions.map(({ action }) => action) };
}

/** Macros to start from, by the words for them. The catalogues have the text that each says. */
const templates = {
  orderNumber: [{ type: 'send_message' }, { type: 'add_tags', tags: ['order'] }, { type: 'snooze' }],
  thanksAndClose: [{ type: 'send_message' }, { type: 'close' }],
  escalate: [
    { type: 'set_priority', priority: 'urgent' },
    { type: 'notify', people: ['admins'] },
  ],
  takeOver: [{ type: 'assign', to: 'me' }, { type: 'send_message' }],
  waitForSupplier: [{ type: 'add_note' }, { type: 'add_tags', tags: ['supplier'] }, { type: 'snooze', in: 86_400_000 }],
  spam: [{ type: 'add_tags', tags: ['spam'] }, { type: 'close' }],
} as const satisfies Record<string, Action[]>;
export type Template = keyof typeof templates;
export const templateNames = Object.keys(templates) as Template[];

const saying = ['send_message', 'add_note', 'notify'];

/** A macro that is not stored yet. */
export function newMacro(template: Template | undefined, words: { name: string; says: string }): MacroView {
  const begun: readonly Action[] = template ? templates[template] : [{ type: 'send_message' }];
  const actions = begun.map((action) => (saying.includes(action.type) ? { ...action, text: words.says } : action));
  const record = { _id: '', __v: 0, updatedAt: '', visibility: 'personal', departments: [], position: 0 };
  return { ...record, name: words.name, actions } as unknown as MacroView;
}

import type { RuleView } from '@parley/sdk';

import { type Action, type ActionDraft, draftsOf } from '../action/actions.ts';
import { type Condition, conditionOf, type Filter, filterOf } from '../condition/conditions.ts';
import { isFilled, type Length, lengthOf, msOf } from '../service-level/policy-form.ts';

/** The page of a rule, or of a `new` one. */
export const pageOf = (project: string, rule: string) => ({
  to: '/$project/settings/rules/{-$rule}' as const,
  params: { project, rule },
});

export type RuleEvent = RuleView['on'][number];

/** What a rule may answer to. Source: contract 25 section 10.1. */
export const ruleEvents = [
  ...(['request.created', 'message.created', 'request.updated', 'request.assigned', 'request.unassigned'] as const),
  ...(['request.abandoned', 'request.snoozed', 'request.woken', 'request.closed', 'request.reopened'] as const),
  ...(['request.rated', 'request.note_added', 'request.sla_due_soon', 'request.sla_breached'] as const),
  ...(['message.failed', 'event.emitted'] as const),
] satisfies RuleEvent[];

export const anchors = ['team_message', 'requester_message', 'created', 'assigned', 'closed'] as const;
export const cancelWords = ['requester_message', 'team_message', 'closed'] as const;
export const onces = ['event', 'opening', 'request'] as const;

export interface RuleDraft {
  name: string;
  description: string;
  enabled: boolean;
  /** Waits for a time, instead of events. */
  waits: boolean;
  on: readonly string[];
  since: (typeof anchors)[number];
  after: Length;
  hours: string;
  match: string;
  conditions: Condition[];
  actions: ActionDraft[];
  delay: Length;
  cancelOn: readonly string[];
  once: (typeof onces)[number];
  stop: boolean;
}

/** What a rule is besides its place and its version. */
export interface RuleBody {
  name: string;
  description: string;
  enabled: boolean;
  on: RuleEvent[];
  timer: RuleView['timer'] | null;
  match: 'all' | 'any';
  filters: Filter[];
  actions: Action[];
  delay: number;
  cancel_on: RuleView['cancel_on'];
  once: RuleView['once'];
  stop: boolean;
}

const dayMs = 86_400_000;

export function draftOf(rule: RuleView): RuleDraft {
  const { name, description = '', enabled, on, timer, match, filters, actions, delay, cancel_on, once, stop } = rule;
  return {
    ...{ name, description, enabled, match, once, stop },
    waits: timer !== undefined,
    on: on.filter((word) => word !== 'timer'),
    since: timer?.since ?? 'team_message',
    after: lengthOf(timer?.ms ?? dayMs, 'none'),
    hours: timer?.hours ?? 'always',
    conditions: filters.map((filter, index) => conditionOf(filter, String(index))),
    actions: draftsOf(actions),
    delay: delay === 0 ? { amount: '', unit: 'none' } : lengthOf(delay, 'none'),
    cancelOn: cancel_on,
  };
}

export function bodyOf(draft: RuleDraft): RuleBody {
  const { name, description, enabled, waits, on, since, after, hours, match, conditions, actions, once, stop } = draft;
  const delay = waits ? 0 : (msOf(draft.delay) ?? 0);
  return {
    ...{ name, description, enabled, once, stop, delay },
    on: waits ? ['timer'] : ruleEvents.filter((word) => on.includes(word)),
    timer: waits ? { since, ms: msOf(after) ?? 0, hours } : null,
    match: match === 'any' ? 'any' : 'all',
    filters: conditions.map(filterOf),
    actions: actions.map(({ action }) => action),
    cancel_on: delay === 0 ? [] : cancelWords.filter((word) => draft.cancelOn.includes(word)),
  };
}

/** What is left to be filled in, besides conditions and actions. */
export function missingIn({ waits, on, after, delay }: RuleDraft): 'event' | 'length' | undefined {
  if (!waits && on.length === 0) return 'event';
  const lengths = waits ? [after] : [delay];
  return lengths.every(isFilled) && !(waits && after.unit === 'none') ? undefined : 'length';
}

/** One template: what it asks for and does. Its text, or the word that it looks for, is in the catalogues. */
interface TemplateRule {
  on: RuleEvent[];
  timer?: RuleView['timer'];
  filters?: Filter[];
  actions: Action[];
  once?: RuleView['once'];
}

const waitsForRequester = { field: 'waiting_for', operator: '=', value: 'requester' };
const ofRequester = { field: 'message.sender_kind', operator: '=', value: 'requester' };
const overdue: RuleEvent = 'request.sla_breached';

/** Rules to start from, by the words for them. `says` stands for the text of the catalogues. */
export const templates = {
  urgentWords: {
    on: ['message.created'],
    filters: [ofRequester, { field: 'message.text', operator: 'contains', value: 'says' }],
    actions: [{ type: 'set_priority', priority: 'urgent' }],
  },
  vip: {
    on: ['request.created'],
    filters: [{ field: 'lead.tags', operator: 'contains', value: 'vip' }],
    actions: [
      { type: 'set_priority', priority: 'high' },
      { type: 'notify', people: ['admins'] },
    ],
  },
  welcome: { on: ['request.created'], once: 'request', actions: [{ type: 'send_message' }] },
  remind: {
    on: ['timer'],
    timer: { since: 'team_message', ms: 3 * dayMs, hours: 'always' },
    filters: [waitsForRequester],
    actions: [{ type: 'send_message' }],
  },
  closeSilent: {
    on: ['timer'],
    timer: { since: 'team_message', ms: 7 * dayMs, hours: 'always' },
    filters: [waitsForRequester],
    actions: [{ type: 'send_message' }, { type: 'close' }],
  },
  breached: {
    on: [overdue],
    actions: [
      { type: 'set_priority', priority: 'urgent' },
      { type: 'notify', people: ['assignee', 'admins'] },
    ],
  },
  badRating: {
    on: ['request.rated'],
    filters: [{ field: 'rating', operator: '<=', value: 2 }],
    actions: [
      { type: 'add_tags', tags: ['unhappy'] },
      { type: 'notify', people: ['admins'] },
    ],
  },
  undelivered: { on: ['message.failed'], actions: [{ type: 'notify', people: ['assignee'] }] },
} as const satisfies Record<string, TemplateRule>;
export type Template = keyof typeof templates;
export const templateNames = Object.keys(templates) as Template[];

const saying = ['send_message', 'notify'];

/** A rule that is not stored yet. */
export function newRule(template: Template | undefined, words: { name: string; says: string }): RuleView {
  const begun: TemplateRule = template ? templates[template] : { on: ['request.created'], actions: [] };
  const { on, timer, filters = [], actions, once = 'event' } = begun;
  const record = { _id: '', __v: 0, updatedAt: '', enabled: false, position: 0, match: 'all', delay: 0, cancel_on: [] };
  return {
    ...record,
    ...{ name: words.name, on: [...on], once, stop: false },
    ...(timer && { timer }),
    filters: filters.map((filter) => (filter.value === 'says' ? { ...filter, value: words.says } : filter)),
    actions: actions.map((action) => (saying.includes(action.type) ? { ...action, text: words.says } : action)),
  } as unknown as RuleView;
}

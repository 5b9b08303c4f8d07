import type { SlaPolicyView } from '@parley/sdk';

import { type Condition, conditionOf, filterOf } from '../condition/conditions.ts';

/** The page of a policy, or of a `new` one. */
export const pageOf = (project: string, policy: string) => ({
  to: '/$project/settings/service-levels/{-$policy}' as const,
  params: { project, policy },
});

export const metrics = ['first_response', 'next_response', 'resolution'] as const;
type Metric = (typeof metrics)[number];

export const targetPriorities = ['urgent', 'high', 'normal', 'low'] as const;
export type TargetPriority = 'default' | (typeof targetPriorities)[number];

export const pauses = ['waiting_requester', 'snoozed', 'pending'] as const;
type Pause = (typeof pauses)[number];

/** Units of a length of time, in ms. */
export const unitMs = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;
export type Unit = keyof typeof unitMs;
export const units = Object.keys(unitMs) as Unit[];

/** A length of time as a form shows it; or none, or that of the other priorities. */
export interface Length {
  /** As typed. */
  amount: string;
  unit: Unit | 'none' | 'same';
}

export type Targets = Partial<Record<TargetPriority, Record<Metric, Length>>>;

export interface PolicyDraft {
  name: string;
  description: string;
  enabled: boolean;
  match: string;
  conditions: Condition[];
  hours: string;
  targets: Targets;
  dueSoon: Length;
  pause: Pause[];
  whileBot: SlaPolicyView['while_bot'];
}

/** What a policy is besides its place and its version. */
export type PolicyBody = Pick<
  SlaPolicyView,
  'name' | 'enabled' | 'match' | 'filters' | 'hours' | 'targets' | 'due_soon' | 'pause' | 'while_bot'
> & { description?: string };

export function draftOf(policy: PolicyBody): PolicyDraft {
  const { name, description = '', enabled, match, filters, hours, targets, due_soon, pause, while_bot } = policy;
  const named = (['default', ...targetPriorities] as const).flatMap((priority) => {
    const times = targets[priority];
    const ofOthers = priority === 'default' ? 'none' : 'same';
    const lengths = times && Object.fromEntries(metrics.map((metric) => [metric, lengthOf(times[metric], ofOthers)]));
    return lengths ? [[priority, lengths]] : [];
  });
  return {
    ...{ name, description, enabled, match, hours, whileBot: while_bot },
    conditions: filters.map((filter, index) => conditionOf(filter, String(index))),
    targets: Object.fromEntries(named),
    dueSoon: due_soon === 0 ? { amount: '', unit: 'none' } : lengthOf(due_soon, 'none'),
    pause: [...pause],
  };
}

export function bodyOf(draft: PolicyDraft): PolicyBody {
  const { name, description, enabled, match, conditions, hours, targets, dueSoon, pause, whileBot } = draft;
  const named = Object.entries(targets).map(([priority, times]) => {
    const stored = metrics.flatMap((metric) => {
      const ms = msOf(times[metric]);
      return ms === undefined ? [] : [[metric, ms]];
    });
    return [priority, Object.fromEntries(stored)];
  });
  return {
    ...{ name, description, enabled, hours, pause, while_bot: whileBot },
    match: match === 'any' ? 'any' : 'all',
    filters: conditions.map(filterOf),
    targets: { default: {}, ...Object.fromEntries(named) },
    due_soon: msOf(dueSoon) ?? 0,
  };
}

/** In the largest unit that has it whole. */
export function lengthOf(ms: number | null | undefined, absent: 'none' | 'same'): Length {
  if (ms === undefined) return { amount: '', unit: absent };
  if (ms === null) return { amount: '', unit: 'none' };
  const unit = units.toReversed().find((one) => ms % unitMs[one] === 0) ?? 'minutes';
  return { amount: String(ms / unitMs[unit]), unit };
}

/** @returns `undefined` for what is not stored at all, `null` for none */
export function msOf({ amount, unit }: Length): number | null | undefined {
  if (unit === 'same') return undefined;
  return unit === 'none' ? null : Math.round(Number(amount) * unitMs[unit]);
}

/** Whether a number is missing. */
export function isFilled({ amount, unit }: Length): boolean {
  return unit === 'none' || unit === 'same' || Number(amount) > 0;
}

/** A priority that begins with the targets of the others. */
export function withPriority(targets: Targets, priority: TargetPriority): Targets {
  const same = Object.fromEntries(metrics.map((metric) => [metric, { amount: '', unit: 'same' }]));
  return { ...targets, [priority]: same as Record<Metric, Length> };
}

const { minutes, hours: hour, days } = unitMs;

/** Policies to start from, by the words for them. */
export const templates = {
  support: {
    match: 'all',
    filters: [],
    hours: 'project',
    targets: {
      default: { first_response: hour, next_response: 2 * hour, resolution: 16 * hour },
      urgent: { first_response: 15 * minutes, next_response: 30 * minutes, resolution: 4 * hour },
    },
    due_soon: 15 * minutes,
  },
  always: {
    match: 'all',
    filters: [],
    hours: 'always',
    targets: { default: { first_response: 4 * hour, next_response: 8 * hour, resolution: 3 * days } },
    due_soon: hour,
  },
  vip: {
    match: 'all',
    filters: [{ field: 'tags', operator: 'contains', value: 'vip' }],
    hours: 'always',
    targets: { default: { first_response: 10 * minutes, next_response: 20 * minutes, resolution: 4 * hour } },
    due_soon: 5 * minutes,
  },
} as const satisfies Record<string, Partial<PolicyBody>>;
type Template = keyof typeof templates;
export const templateNames = Object.keys(templates) as Template[];

/** A policy that is not stored yet. */
export function newPolicy(template: Template | undefined, name: string): SlaPolicyView {
  const begun = template
    ? templates[template]
    : { match: 'all', filters: [], hours: 'always', targets: { default: {} } };
  const record = { _id: '', __v: 0, updatedAt: '', enabled: true, due_soon: 0, pause: [...pauses], while_bot: 'wait' };
  return { ...record, ...begun, name } as unknown as SlaPolicyView;
}

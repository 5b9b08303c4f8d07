import {
  type ActionInput,
  type InputOf,
  type RuleView,
  type ruleApi,
  type Suspension,
  timerFault,
  validationFailed,
} from '@parley/contracts';

import type { Conditions } from '../condition/evaluate.ts';

/** What a rule stores besides its place. */
export type RuleRecord = Omit<RuleView, '_id' | 'id' | '__v' | 'id_project' | 'enabled' | 'position' | 'broken'>;

export interface RuleRow {
  id: string;
  version: number;
  position: number;
  enabled: boolean;
  record: RuleRecord;
}

/** An enabled rule. */
export interface Rule extends Conditions {
  id: string;
  version: number;
  name: string;
  /** Events up to this number were there before it. */
  since: number;
  on: RuleView['on'];
  timer: NonNullable<RuleView['timer']> | undefined;
  actions: readonly ActionInput[];
  delay: number;
  cancelOn: RuleView['cancel_on'];
  once: RuleView['once'];
  stop: boolean;
}

export function ruleOf({
  id,
  version,
  record,
  since,
}: Pick<RuleRow, 'id' | 'version' | 'record'> & { since: number }): Rule {
  const { name, on, timer, match, filters, actions, delay, cancel_on: cancelOn, once, stop } = record;
  return {
    ...{ id, version, since, name, on, timer, match, delay, cancelOn, once, stop },
    // Checked when it was written.
    filters: filters as Conditions['filters'],
    actions: actions as ActionInput[],
  };
}

export function viewRule(projectId: string, { id, version, position, enabled, record }: RuleRow): RuleView {
  return { _id: id, id, __v: version, id_project: projectId, position, enabled, ...record };
}

type Body = InputOf<typeof ruleApi.createRule>;

/** @throws validation_failed */
export function newRule(body: Body, createdBy: string, at: string): RuleRecord {
  const { name, on, actions, description, timer, match = 'all', filters = [] } = body;
  const { delay = 0, cancel_on = [], once = 'event', stop = false } = body;
  return checked({
    ...{ createdAt: at, updatedAt: at, createdBy, name, on, match, filters, actions, delay, cancel_on, once, stop },
    ...(description && { description }),
    ...(timer && { timer: { ...timer, hours: timer.hours ?? 'always' } }),
  });
}

/** What is absent stays. @throws validation_failed */
export function changedRule(record: RuleRecord, body: InputOf<typeof ruleApi.updateRule>): RuleRecord {
  const { name, on, actions, description, match, filters, delay, cancel_on, once, stop, timer, enabled } = body;
  const sent = { name, on, actions, description, match, filters, delay, cancel_on, once, stop };
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  const { timer: present, suspended, ...rest } = record;
  const next = timer === undefined ? present : timer && { ...timer, hours: timer.hours ?? 'always' };
  return checked({
    ...rest,
    ...given,
    ...(next && { timer: next }),
    ...(suspended && enabled !== true && { suspended }),
  });
}

function checked(record: RuleRecord): RuleRecord {
  const fault = timerFault(record.on, record.timer);
  if (fault === undefined) return record;
  const msg = fault === 'on' ? 'A timer stands alone' : 'Belongs to the event timer, which needs it';
  throw validationFailed([{ param: fault, location: 'body', msg }]);
}

export const suspendedRecord = (record: RuleRecord, reason: Suspension, at: string): RuleRecord => ({
  ...record,
  suspended: { reason, at },
});

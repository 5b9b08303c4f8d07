import type { InputOf, PauseReason, SlaPolicyView, slaApi } from '@parley/contracts';

import type { Policy } from './automation-config.ts';

/** What a policy stores besides its place. */
export type PolicyRecord = Pick<
  SlaPolicyView,
  | 'createdAt'
  | 'updatedAt'
  | 'createdBy'
  | 'name'
  | 'description'
  | 'enabled'
  | 'match'
  | 'filters'
  | 'hours'
  | 'targets'
  | 'due_soon'
  | 'pause'
  | 'while_bot'
>;

export interface PolicyRow {
  id: string;
  version: number;
  position: number;
  record: PolicyRecord;
}

/** As service levels use it. */
export function policyOf({ id, version, record }: PolicyRow): Policy {
  const { name, hours, targets, due_soon: dueSoon, pause, while_bot: whileBot, enabled, match, filters } = record;
  // Checked when it was written.
  return {
    _id: id,
    version,
    name,
    hours,
    targets,
    dueSoon,
    pause,
    whileBot,
    enabled,
    match,
    filters: filters as Policy['filters'],
  };
}

/** Source: contract 25 section 5.1. */
export function viewPolicy(projectId: string, { id, version, position, record }: PolicyRow): SlaPolicyView {
  return { _id: id, id, __v: version, id_project: projectId, position, ...record };
}

const allPauses: PauseReason[] = ['waiting_requester', 'snoozed', 'pending'];

export function newPolicy(body: InputOf<typeof slaApi.createSlaPolicy>, createdBy: string, at: string): PolicyRecord {
  const { name, targets, description, enabled = true, match = 'all', filters = [], hours = 'always' } = body;
  const { due_soon = 0, pause = allPauses, while_bot = 'wait' } = body;
  return {
    ...{ createdAt: at, updatedAt: at, createdBy, name, enabled, match, filters, hours, targets, due_soon, while_bot },
    pause: allPauses.filter((reason) => pause.includes(reason)),
    ...(description && { description }),
  };
}

/** What is absent stays. */
export function changedPolicy(
  record: PolicyRecord,
  {
    name,
    targets,
    description,
    enabled,
    match,
    filters,
    hours,
    due_soon,
    pause,
    while_bot,
  }: InputOf<typeof slaApi.updateSlaPolicy>,
): PolicyRecord {
  const sent = { name, targets, description, enabled, match, filters, hours, due_soon, while_bot };
  const ordered = pause && { pause: allPauses.filter((reason) => pause.includes(reason)) };
  return {
    ...record,
    ...Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
    ...ordered,
  };
}

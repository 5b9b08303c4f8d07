import {
  type Condition,
  type ConditionField,
  type ConditionOperator,
  durationOf,
  isEventField,
  LeadStatus,
  ruleConditionClassOf,
  type SegmentMatch,
  type SlaView,
  timeOf,
} from '@parley/contracts';

import type { CopiedRecord } from '../request-state/request.copies.ts';
import { type SupportRequest, waitingFor } from '../request-state/request.ts';
import { viewServiceLevels } from '../request-state/service-levels.ts';
import type { Surroundings } from './surroundings.ts';

export interface Conditions {
  match: SegmentMatch;
  filters: readonly Condition[];
}

/** What conditions are evaluated on. */
export interface Subject {
  request: EvaluatedRequest;
  /** The record of the lead, by the read model. */
  lead: CopiedRecord | null;
  /** In ms since the epoch. */
  now: number;
  surroundings: Surroundings;
  /** Of rules: what their conditions ask of the event. Absent: those count as met. */
  event?: EventValues;
}

/** By field; `event.previous` and `event.attributes` are objects. */
export type EventValues = Readonly<Record<string, unknown>>;

/** The members that conditions ask for. */
export type EvaluatedRequest = Pick<
  SupportRequest,
  | 'subject'
  | 'firstText'
  | 'language'
  | 'sourcePage'
  | 'ratingMessage'
  | 'departmentId'
  | 'channel'
  | 'priority'
  | 'status'
  | 'workingStatus'
  | 'requester'
  | 'leadId'
  | 'createdBy'
  | 'closedBy'
  | 'lastRequesterAt'
  | 'lastTeamAt'
  | 'tags'
  | 'participants'
  | 'followers'
  | 'createdAt'
  | 'updatedAt'
  | 'assignedAt'
  | 'closedAt'
  | 'firstResponseAt'
  | 'snooze'
  | 'rating'
  | 'waitingTime'
  | 'duration'
  | 'ticketId'
  | 'hasBot'
  | 'imported'
  | 'attributes'
  | 'serviceLevels'
  | 'mergedInto'
> & {
  /** As an event shows them, in place of `serviceLevels`. */
  sla?: SlaView | undefined;
};

type Member = Exclude<keyof EvaluatedRequest, 'sla'>;

interface Field {
  of: readonly Member[];
  value(request: EvaluatedRequest, subject: Subject): unknown;
}

/** The members that a field is made of, and its value; a new field is a line here and its class in the contract. */
const fields: Record<ConditionField, Field> = {
  subject: member('subject'),
  first_text: member('firstText'),
  language: member('language'),
  sourcePage: member('sourcePage'),
  rating_message: member('ratingMessage'),
  department: member('departmentId'),
  channel: member('channel'),
  priority: { of: ['priority'], value: ({ priority }) => samePriority(priority) },
  status: { of: ['status'], value: ({ status }) => String(status) },
  workingStatus: member('workingStatus'),
  requester: member('requester'),
  lead: member('leadId'),
  createdBy: member('createdBy'),
  closed_by: member('closedBy'),
  waiting_for: { of: ['status', 'lastRequesterAt', 'lastTeamAt'], value: waitingFor },
  tags: { of: ['tags'], value: ({ tags }) => tags.map(({ tag }) => tag) },
  participants: member('participants'),
  followers: member('followers'),
  createdAt: member('createdAt'),
  updatedAt: member('updatedAt'),
  assigned_at: member('assignedAt'),
  closed_at: member('closedAt'),
  first_response_at: member('firstResponseAt'),
  last_requester_at: member('lastRequesterAt'),
  last_team_at: member('lastTeamAt'),
  'snooze.until': { of: ['snooze'], value: ({ snooze }) => snooze?.until },
  rating: member('rating'),
  waiting_time: member('waitingTime'),
  duration: member('duration'),
  ticket_id: member('ticketId'),
  hasBot: member('hasBot'),
  snoozed: { of: ['snooze'], value: ({ snooze }) => snooze !== null },
  imported: member('imported'),
  merged: { of: ['mergedInto'], value: ({ mergedInto }) => mergedInto !== null },
  segments: { of: ['leadId'], value: (_request, subject) => segmentsOf(subject) },
  // Time alone is no reason to judge a request again.
  open_now: { of: ['createdAt'], value: (_request, { surroundings, now }) => surroundings.isOpen(now) },
  'sla.policy': ofLevels(({ policy }) => policy?._id),
  'sla.metric': ofLevels(({ metric }) => metric),
  'sla.due_at': ofLevels(({ due_at }) => due_at),
  'sla.breached': ofLevels(({ breached }) => breached),
};

/** Segments that the lead is in; only leads in use are in any. */
function segmentsOf(subject: Subject): string[] {
  const { lead, surroundings } = subject;
  if (!lead || (lead.status ?? LeadStatus.normal) !== LeadStatus.normal) return [];
  return surroundings.segments.filter((segment) => holds(segment, subject)).map(({ id }) => id);
}

function ofLevels(read: (levels: SlaView) => unknown) {
  const of: readonly Member[] = ['serviceLevels'];
  return {
    of,
    value({ sla, serviceLevels }: EvaluatedRequest): unknown {
      const levels = sla ?? (serviceLevels ? viewServiceLevels(serviceLevels) : undefined);
      return levels && read(levels);
    },
  };
}

function member(name: Member) {
  return { of: [name], value: (request: EvaluatedRequest): unknown => request[name] };
}

function samePriority(word: unknown): unknown {
  if (word === 'medium') return 'normal';
  return word === 'high' ? 'hight' : word;
}

/** The members of a request that conditions ask for. */
export function askedMembers({ filters }: Conditions): Member[] {
  return filters.flatMap(({ field }): readonly Member[] => {
    if (isField(field)) return fields[field].of;
    return field.startsWith('lead.') ? ['leadId'] : ['attributes'];
  });
}

const isField = (field: string): field is ConditionField => Object.hasOwn(fields, field);

/** Whether they hold: all of them, or at least one; none at all always do. Source: contract 25 section 2, contract 30 section 3.3. */
export function holds({ match, filters }: Conditions, subject: Subject): boolean {
  if (filters.length === 0) return true;
  const test = (filter: Condition) => isTrue(filter, subject);
  return match === 'all' ? filters.every(test) : filters.some(test);
}

/** Whether they can hold for an event, whatever its request is: asked before the request is read. */
export function mayHold({ match, filters }: Conditions, event: EventValues, now: number): boolean {
  const isOfRequest = ({ field }: Condition) => !isEventField(field);
  return match !== 'all' || filters.every((one) => isOfRequest(one) || matches(one, eventValue(one.field, event), now));
}

/** Of each condition by itself. */
export function heldOf({ filters }: Conditions, subject: Subject): { param: string; holds: boolean }[] {
  return filters.map((filter, index) => ({ param: `filters[${index}]`, holds: isTrue(filter, subject) }));
}

function isTrue(condition: Condition, subject: Subject): boolean {
  if (!subject.event && isEventField(condition.field)) return true;
  return matches(condition, storedValue(condition.field, subject), subject.now);
}

function matches({ field, operator, value }: Condition, stored: unknown, now: number): boolean {
  const isAbsent = stored === undefined || stored === null || (Array.isArray(stored) && stored.length === 0);
  if (operator === 'is null') return isAbsent;
  if (operator === 'is not null') return !isAbsent;
  const positive = opposites[operator];
  if (positive) return !matches({ field, operator: positive, value }, stored, now);
  if (isAbsent) return false;
  if (operator === 'in') return (value as unknown[]).some((one) => compare(field, '=', stored, one, now));
  return compare(field, operator, stored, value, now);
}

const opposites: Partial<Record<ConditionOperator, ConditionOperator>> = {
  '!=': '=',
  'not contains': 'contains',
  'not in': 'in',
};

function storedValue(field: string, subject: Subject): unknown {
  const { request, lead, event = {} } = subject;
  if (isField(field)) return fields[field].value(request, subject);
  if (isEventField(field)) return eventValue(field, event);
  const [root, ...keys] = field.split('.');
  if (root === 'attributes') return at(request.attributes, keys);
  const [name = ''] = keys;
  if (name === 'attributes' || name === 'properties') return at(lead?.[name], keys.slice(1));
  const value = lead?.[name];
  return name === 'tags' && Array.isArray(value) ? value.map(tagName) : value;
}

/** Of an event; `event.previous.department` is a value below one of its objects. */
function eventValue(field: string, event: EventValues): unknown {
  if (Object.hasOwn(event, field)) return event[field];
  const [root, name, ...keys] = field.split('.');
  return at(event[`${root}.${name}`], keys);
}

const tagName = (tag: unknown): unknown => (typeof tag === 'object' && tag !== null ? Reflect.get(tag, 'tag') : tag);

function at(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (one, key) =>
      typeof one === 'object' && one !== null && !Array.isArray(one) && Object.hasOwn(one, key)
        ? Reflect.get(one, key)
        : undefined,
    value,
  );
}

function compare(field: string, operator: ConditionOperator, stored: unknown, value: unknown, now: number): boolean {
  switch (ruleConditionClassOf(field)) {
    case 'text':
      return compareTexts(operator, folded(stored), folded(value));
    case 'identifier':
      return compareTexts(operator, String(stored), String(field === 'priority' ? samePriority(value) : value).trim());
    case 'list':
      return (stored as unknown[]).some((one) => folded(one) === folded(value));
    case 'time':
      return compareNumbers(operator, new Date(stored as string | Date).getTime(), instantOf(value, now));
    case 'number':
      return compareNumbers(operator, Number(stored), Number(value));
    case 'boolean':
      return stored === value;
    case 'json':
      return compareJson(operator, stored, value, now);
    default:
      return false;
  }
}

const folded = (text: unknown): string => String(text).trim().toLowerCase();

function compareTexts(operator: ConditionOperator, stored: string, value: string): boolean {
  if (operator === 'starts with') return stored.startsWith(value);
  return operator === 'contains' ? stored.includes(value) : stored === value;
}

function compareNumbers(operator: ConditionOperator, stored: number, value: number): boolean {
  switch (operator) {
    case '>':
      return stored > value;
    case '>=':
      return stored >= value;
    case '<':
      return stored < value;
    case '<=':
      return stored <= value;
    default:
      return stored === value;
  }
}

/** A time, or a duration from now. */
function instantOf(value: unknown, now: number): number {
  const duration = durationOf(value);
  return duration === undefined ? (timeOf(value)?.getTime() ?? Number.NaN) : now + duration;
}

function compareJson(operator: ConditionOperator, stored: unknown, value: unknown, now: number): boolean {
  if (operator === '=') return Array.isArray(stored) ? stored.includes(value) : stored === value;
  if (operator === 'contains' || operator === 'starts with')
    return typeof stored === 'string' && compareTexts(operator, folded(stored), folded(value));
  if (typeof value === 'number') return typeof stored === 'number' && compareNumbers(operator, stored, value);
  const time = typeof stored === 'string' ? timeOf(stored)?.getTime() : undefined;
  return time !== undefined && compareNumbers(operator, time, instantOf(value, now));
}

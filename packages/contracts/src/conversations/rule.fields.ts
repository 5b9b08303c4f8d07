import { z } from 'zod';

import { filterOf } from '../contacts/segment.fields.ts';
import {
  type ConditionClass,
  type ConditionOperator,
  conditionClassOf,
  conditionOperators,
} from './condition.fields.ts';

/** Words of events to which rules listen. Source: contract 25 section 10.1. */
export const ruleEvents = [
  ...['request.created', 'request.updated', 'request.assigned', 'request.unassigned', 'request.abandoned'],
  ...['request.closed', 'request.reopened', 'request.rated', 'request.note_added', 'request.snoozed', 'request.woken'],
  ...['request.sla_due_soon', 'request.sla_breached', 'message.created', 'message.failed', 'event.emitted', 'timer'],
] as const;
export type RuleEvent = (typeof ruleEvents)[number];

/** What conditions of rules may ask of the event, beside what they ask of the request. Source: contract 25 section 2. */
const eventFields: Readonly<Record<string, ConditionClass>> = {
  ...{ 'event.actor': 'identifier', 'event.actor_type': 'identifier', 'event.changes': 'list' },
  ...{ 'message.sender_kind': 'identifier', 'message.type': 'identifier', 'message.audience': 'identifier' },
  ...{ 'message.text': 'text', 'message.first': 'boolean' },
};
const eventPath = /^event\.(?:previous|attributes)(?:\.[^.\p{Cc}]{1,100}){1,5}$/u;

export const isEventField = (field: string): boolean => Object.hasOwn(eventFields, field) || eventPath.test(field);

/** The class of a field of a rule's condition, or nothing when rules cannot ask for it. */
export function ruleConditionClassOf(field: string): ConditionClass | undefined {
  if (Object.hasOwn(eventFields, field)) return eventFields[field];
  return eventPath.test(field) ? 'json' : conditionClassOf(field);
}

const RuleCondition = filterOf<ConditionOperator>({
  classOf: ruleConditionClassOf,
  operators: conditionOperators,
  unknownField: `Must be a field of conditions, one of ${Object.keys(eventFields).join(', ')}, or a path below event.previous or event.attributes`,
});
export const RuleConditions = z.array(RuleCondition).max(20, 'At most 20 filters');

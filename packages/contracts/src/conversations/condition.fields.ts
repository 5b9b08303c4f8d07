import { z } from 'zod';

import { type FieldClass, filterOf, classOf as leadClassOf } from '../contacts/segment.fields.ts';

export type ConditionClass = FieldClass | 'number' | 'boolean';

/** What conditions may ask of a request. Source: contract 25 section 2. */
export const conditionFields = {
  ...{ subject: 'text', first_text: 'text', language: 'text', sourcePage: 'text', rating_message: 'text' },
  ...{ department: 'identifier', channel: 'identifier', priority: 'identifier', status: 'identifier' },
  ...{ workingStatus: 'identifier', requester: 'identifier', lead: 'identifier', createdBy: 'identifier' },
  ...{ closed_by: 'identifier', waiting_for: 'identifier' },
  ...{ tags: 'list', participants: 'list', followers: 'list', segments: 'list' },
  ...{ createdAt: 'time', updatedAt: 'time', assigned_at: 'time', closed_at: 'time', first_response_at: 'time' },
  ...{ last_requester_at: 'time', last_team_at: 'time', 'snooze.until': 'time' },
  ...{ rating: 'number', waiting_time: 'number', duration: 'number', ticket_id: 'number' },
  ...{ 'sla.policy': 'identifier', 'sla.metric': 'identifier', 'sla.due_at': 'time', 'sla.breached': 'list' },
  ...{ hasBot: 'boolean', snoozed: 'boolean', imported: 'boolean', merged: 'boolean', open_now: 'boolean' },
} as const satisfies Record<string, ConditionClass>;
export type ConditionField = keyof typeof conditionFields;

const attributePath = /^attributes((?:\.[^.\p{Cc}]{1,100}){1,5})$/u;
const ofLead = 'lead.';

/** The class of a field, or nothing when conditions cannot ask for it. */
export function conditionClassOf(field: string): ConditionClass | undefined {
  if (Object.hasOwn(conditionFields, field)) return conditionFields[field as ConditionField];
  if (field.startsWith(ofLead)) return leadClassOf(field.slice(ofLead.length));
  return attributePath.test(field) ? 'json' : undefined;
}

/** Operators by the classes they are offered for. */
export const conditionOperators = {
  '=': ['text', 'identifier', 'time', 'list', 'json', 'number', 'boolean'],
  '!=': ['text', 'identifier', 'time', 'list', 'json', 'number', 'boolean'],
  '>': ['time', 'json', 'number'],
  '>=': ['time', 'json', 'number'],
  '<': ['time', 'json', 'number'],
  '<=': ['time', 'json', 'number'],
  'starts with': ['text', 'identifier', 'json'],
  contains: ['text', 'json', 'list'],
  'not contains': ['text', 'json', 'list'],
  in: ['text', 'identifier', 'list', 'json', 'number'],
  'not in': ['text', 'identifier', 'list', 'json', 'number'],
  'is null': ['text', 'identifier', 'time', 'list', 'json', 'number'],
  'is not null': ['text', 'identifier', 'time', 'list', 'json', 'number'],
} as const satisfies Record<string, readonly ConditionClass[]>;
export type ConditionOperator = keyof typeof conditionOperators;

const unknownField = `Must be one of ${Object.keys(conditionFields).join(', ')}, a path of 1 to 5 keys below attributes, or lead. with a field of segments`;

/** One condition, checked: the operator is offered for the field's class, and the value is of its kind. */
const Condition = filterOf<ConditionOperator>({
  classOf: conditionClassOf,
  operators: conditionOperators,
  unknownField,
});
export const Conditions = z.array(Condition).max(20, 'At most 20 filters');
export type Condition = z.output<typeof Condition>;

/** Of policies: which one applies cannot depend on which one applies. */
export const PolicyConditions = Conditions.superRefine((filters, context) => {
  for (const [index, { field }] of filters.entries())
    if (field.startsWith('sla.'))
      context.addIssue({ code: 'custom', path: [index, 'field'], message: 'Policies cannot ask for service levels' });
});

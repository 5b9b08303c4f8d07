import type { Helpdesk } from '../origin/helpdesk.ts';
import { list, type Row } from '../origin/json.ts';
import type { Document } from '../origin/origin.ts';
import { object } from './chatwoot-rows.ts';
import { policyId } from './settings-rows.ts';
import { utc } from './utc.ts';

type DepartmentOf = (team: unknown) => string | undefined;

export interface Words {
  desk: Helpdesk;
  departmentOf: DepartmentOf;
  /** Those that become records. */
  policies: ReadonlySet<string>;
}

export function macroOf(words: Words, row: Row): Document {
  const lost: string[] = [];
  const by = words.desk.userOf(row.created_by_id ?? object(row.created_by).id);
  return {
    ...words.desk.base('macro', String(row.id)),
    ...(utc(row.created_at) !== undefined && { createdAt: utc(row.created_at) }),
    ...{ name: row.name, shared: row.visibility === 1 || row.visibility === 'global', createdBy: by ?? 'system', lost },
    actions: actionsOf(words, row.actions, lost),
  };
}

const events: Readonly<Record<string, string>> = {
  ...{ conversation_created: 'request.created', conversation_updated: 'request.updated' },
  ...{
    conversation_opened: 'request.reopened',
    conversation_resolved: 'request.closed',
    message_created: 'message.created',
  },
};

export function automationRuleOf(words: Words, row: Row): Document {
  const lost: string[] = [];
  const on = events[String(row.event_name)];
  if (on === undefined) lost.push(`event ${row.event_name}`);
  const conditions = list(row.conditions).map(object);
  const joins = new Set(conditions.slice(0, -1).map(({ query_operator }) => String(query_operator).toLowerCase()));
  if (joins.size > 1) lost.push('conditions joined by both and and or');
  return {
    ...words.desk.base('rule', String(row.id), utc(row.created_at)),
    ...{ name: row.name, description: row.description ?? undefined, on: on === undefined ? [] : [on], lost },
    match: joins.has('or') ? 'any' : 'all',
    filters: conditions.flatMap((one) => conditionOf(words, one, lost)),
    actions: actionsOf(words, row.actions, lost),
  };
}

const fields: Readonly<Record<string, string>> = {
  ...{
    content: 'message.text',
    priority: 'priority',
    team_id: 'department',
    assignee_id: 'participants',
    labels: 'tags',
  },
  ...{
    referer: 'sourcePage',
    email: 'lead.email',
    phone_number: 'lead.phone',
    city: 'lead.city',
    mail_subject: 'subject',
  },
};
const single: Readonly<Record<string, string>> = {
  ...{ contains: 'contains', does_not_contain: 'not contains', starts_with: 'starts with' },
};
const several: Readonly<Record<string, string>> = { equal_to: 'in', not_equal_to: 'not in' };
const empty: Readonly<Record<string, string>> = { is_present: 'is not null', is_not_present: 'is null' };

function conditionOf(words: Words, { attribute_key, filter_operator, values }: Row, lost: string[]): object[] {
  const [key, operator] = [String(attribute_key), String(filter_operator)];
  const field = fields[key];
  const known = list(values).map((value) => namedBy(words, key, value));
  if (field !== undefined && empty[operator]) return [{ field, operator: empty[operator] }];
  if (field !== undefined && single[operator] && known.length === 1)
    return [{ field, operator: single[operator], value: known[0] }];
  if (field !== undefined && several[operator] && known.every((value) => value !== undefined))
    return [{ field, operator: several[operator], value: known }];
  lost.push(`condition ${key} ${operator}`);
  return [];
}

const priorities: Readonly<Record<string, string>> = { medium: 'normal' };

function namedBy({ desk, departmentOf }: Words, key: string, value: unknown): unknown {
  if (key === 'team_id') return departmentOf(value);
  if (key === 'assignee_id') return desk.userOf(value);
  return key === 'priority' ? (priorities[String(value)] ?? value) : value;
}

function actionsOf(words: Words, actions: unknown, lost: string[]): object[] {
  return list(actions).flatMap((one) => {
    const { action_name: name, action_params: parameters } = object(one);
    const made = actionOf(words, String(name), list(parameters));
    if (made === undefined) lost.push(`action ${name}`);
    return made ?? [];
  });
}

function actionOf(
  { desk, departmentOf, policies }: Words,
  name: string,
  parameters: readonly unknown[],
): object | undefined {
  const [first] = parameters;
  switch (name) {
    case 'send_message':
      return { type: 'send_message', text: first };
    case 'add_private_note':
      return { type: 'add_note', text: first };
    case 'add_label':
      return { type: 'add_tags', tags: parameters };
    case 'remove_label':
      return { type: 'remove_tags', tags: parameters };
    case 'change_priority':
      return { type: 'set_priority', priority: priorities[String(first)] ?? first };
    case 'assign_team':
      return departmentOf(first) === undefined
        ? undefined
        : { type: 'set_department', department: departmentOf(first) };
    case 'assign_agent': {
      const to = first === 'self' ? 'me' : first === 'nil' ? 'nobody' : desk.userOf(first);
      return to === undefined ? undefined : { type: 'assign', to };
    }
    case 'add_sla': {
      const policy = policyId(desk, first);
      return policies.has(policy) ? { type: 'set_sla', policy } : undefined;
    }
    case 'resolve_conversation':
      return { type: 'close' };
    case 'snooze_conversation':
      return { type: 'snooze' };
    case 'change_status':
      return { resolved: { type: 'close' }, open: { type: 'reopen' }, snoozed: { type: 'snooze' } }[String(first)];
  }
  return undefined;
}

import { list, object, type Row, text } from '../origin/json.ts';
import type { Document } from '../origin/origin.ts';
import { actionsOf, settingBase, wordsOf, type ZendeskIds } from './zendesk-actions.ts';

interface Condition {
  field: string;
  operator: string;
  value: unknown;
}

interface Conditions {
  all: Condition[];
  any: Condition[];
}

export function conditionsIn(sent: unknown): Conditions {
  const { all, any } = object(sent);
  const of = (part: unknown) =>
    list(part).map((one) => {
      const { field, operator, value } = object(one);
      return { field: text(field), operator: text(operator), value };
    });
  return { all: of(all), any: of(any) };
}

/** A trigger runs on tickets that are made or changed. Source: contract 90 section 10.1 */
export function zendeskTrigger(ids: ZendeskIds, row: Row): Document {
  const lost: string[] = [];
  const { all, any } = conditionsIn(row.conditions);
  const { on, filters, rest } = eventsOf(all);
  const own = filtersOf({ all: rest, any }, { ids, lost, event: filters });
  return { ...ruleOf(ids, row, lost), on, ...own };
}

const hourMs = 3_600_000;
/** Conditions that count hours, by what ours count from. */
const anchors: Readonly<Record<string, string>> = {
  ...{ NEW: 'created', SOLVED: 'closed', CLOSED: 'closed', assigned_at: 'assigned' },
  ...{ requester_updated_at: 'requester_message', assignee_updated_at: 'team_message' },
};

/** An automation runs some hours after something; without such a condition it has no counterpart. */
export function zendeskAutomation(ids: ZendeskIds, row: Row): Document {
  const lost: string[] = [];
  const { all, any } = conditionsIn(row.conditions);
  const wait = all.find(({ field, operator }) => anchors[field] !== undefined && /^(?:is|greater_than)/.test(operator));
  const rest = all.filter((one) => one !== wait);
  const own = filtersOf({ all: rest, any }, { ids, lost, event: [] });
  const timer = wait && {
    ...{ since: anchors[wait.field], ms: Math.round(Number(wait.value) * hourMs) },
    hours: wait.operator.endsWith('business_hours') ? 'project' : 'always',
  };
  return { ...ruleOf(ids, row, lost), on: ['timer'], timer, ...own };
}

function ruleOf(ids: ZendeskIds, row: Row, lost: string[]): Document {
  const actions = actionsOf(row.actions, { ids, lost, isRule: true });
  const description = text(row.description) || undefined;
  return { ...settingBase(ids, 'rule', row), name: row.title, description, actions, lost };
}

const comments: ReadonlySet<string> = new Set(['comment_includes_word', 'comment_is_public']);
const closing = ({ field, operator, value }: Condition) =>
  field === 'status' && operator === 'value' && (value === 'solved' || value === 'closed');

/** What a trigger asks of the update says on which events a rule runs. */
function eventsOf(all: readonly Condition[]): { on: string[]; filters: object[]; rest: Condition[] } {
  const update = all.find(({ field }) => field === 'update_type');
  const rest = all.filter((one) => one !== update && !closing(one));
  if (all.some(closing)) return { on: ['request.closed'], filters: [], rest };
  const isNew = update?.value === 'Create';
  const first = { field: 'message.first', operator: '=', value: true };
  if (rest.some(({ field }) => comments.has(field)))
    return { on: ['message.created'], filters: isNew ? [first] : [], rest };
  if (isNew) return { on: ['request.created'], filters: [], rest };
  const changed = ['request.updated', 'message.created'];
  return { on: update ? changed : ['request.created', ...changed], filters: [], rest };
}

interface Place {
  ids: ZendeskIds;
  lost: string[];
  /** What the event has to be like. */
  event: readonly object[];
}

/** Ours are joined by one word: those of which one is enough stand alone, or are given up. */
export function filtersOf({ all, any }: Conditions, { ids, lost, event }: Place): { match: string; filters: object[] } {
  const isAny = all.length === 0 && event.length === 0 && any.length > 0;
  if (!isAny && any.length > 0) lost.push('conditions of which one is enough');
  const filters = (isAny ? any : all).flatMap((one) => filterOf(one, ids) ?? missing(one, lost));
  return { match: isAny ? 'any' : 'all', filters: [...event, ...filters] };
}

function missing({ field, operator }: Condition, lost: string[]): [] {
  lost.push(`condition ${field} ${operator}`);
  return [];
}

/** Names of fields as `event.changes` has them. */
const changes: Readonly<Record<string, string>> = {
  ...{ priority: 'priority', group_id: 'department', current_tags: 'tags', assignee_id: 'participants' },
};

function filterOf(one: Condition, ids: ZendeskIds): object[] | undefined {
  const { field, operator, value } = one;
  const name = changes[field];
  if (operator === 'changed' || operator === 'not_changed') {
    const word = operator === 'changed' ? 'contains' : 'not contains';
    return name === undefined ? undefined : [{ field: 'event.changes', operator: word, value: name }];
  }
  if (operator === 'value') {
    const then = name === undefined ? undefined : filterOf({ ...one, operator: 'is' }, ids);
    return then && [{ field: 'event.changes', operator: 'contains', value: name }, ...then];
  }
  const word = { is: '=', is_not: '!=' }[operator];
  switch (field) {
    case 'status':
      return statusFilter(operator, text(value));
    case 'priority':
      return word && text(value) ? [{ field, operator: word, value }] : undefined;
    case 'group_id':
      return idFilter('department', word, ids.departments.get(text(value)), value);
    case 'assignee_id':
      return idFilter('participants', word, ids.desk.userOf(value), value);
    case 'current_tags': {
      const list = { includes: 'in', not_includes: 'not in' }[operator];
      return list ? [{ field: 'tags', operator: list, value: wordsOf(value) }] : undefined;
    }
    case 'subject_includes_word':
      return wordFilter('subject', operator, text(value));
    case 'comment_includes_word':
      return wordFilter('message.text', operator, text(value));
    case 'comment_is_public':
      if (text(value) === 'not_relevant') return [];
      return [{ field: 'message.audience', operator: text(value) === 'false' ? '=' : '!=', value: 'private' }];
    case 'role':
      if (!word) return undefined;
      return [{ field: 'event.actor_type', operator: word, value: value === 'end_user' ? 'requester' : 'team' }];
    case 'satisfaction_score':
      if (operator !== 'is') return undefined;
      if (value === 'good') return [{ field: 'rating', operator: '>=', value: 4 }];
      return value === 'bad' ? [{ field: 'rating', operator: '<=', value: 2 }] : undefined;
  }
  return undefined;
}

const [unserved, closed] = ['100', '1000'];
const isDone = (status: string) => status === 'solved' || status === 'closed';
const waits = (status: string) => status === 'pending' || status === 'hold';

function statusFilter(operator: string, status: string): object[] | undefined {
  const is = (field: string, word: string, value: unknown) => [{ field, operator: word, value }];
  if (operator === 'is') {
    if (isDone(status)) return is('status', '=', closed);
    if (waits(status)) return is('workingStatus', '=', 'pending');
    return status === 'new' ? is('status', '=', unserved) : is('status', '!=', closed);
  }
  if (operator === 'is_not') {
    if (isDone(status)) return is('status', '!=', closed);
    return waits(status) ? is('workingStatus', '!=', 'pending') : undefined;
  }
  if (operator === 'less_than' && isDone(status)) return is('status', '!=', closed);
  return operator === 'greater_than' && status === 'hold' ? is('status', '=', closed) : undefined;
}

/** An empty value asks for none. */
function idFilter(
  field: string,
  word: string | undefined,
  id: string | undefined,
  sent: unknown,
): object[] | undefined {
  if (word === undefined) return undefined;
  if (text(sent) === '') return [{ field, operator: word === '=' ? 'is null' : 'is not null' }];
  return id === undefined ? undefined : [{ field, operator: word, value: id }];
}

/** Words are looked for one by one; ours look for a text. */
function wordFilter(field: string, operator: string, value: string): object[] | undefined {
  const isOne = wordsOf(value).length === 1;
  const word = operator === 'is' || (operator === 'includes' && isOne) ? 'contains' : undefined;
  const not = operator === 'is_not' || (operator === 'not_includes' && isOne) ? 'not contains' : undefined;
  const found = word ?? not;
  return found && value ? [{ field, operator: found, value }] : undefined;
}

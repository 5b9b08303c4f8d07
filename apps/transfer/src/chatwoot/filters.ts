import { list, type Row } from '../origin/json.ts';
import type { Document } from '../origin/origin.ts';
import type { Words } from './automations.ts';
import { object } from './chatwoot-rows.ts';
import { utc } from './utc.ts';

interface Condition {
  name: string;
  values: string[];
}

/** Joined by `or`, they have no counterpart. */
function conditionsOf({ query }: Row, lost: string[]): Condition[] {
  const conditions = list(object(query).payload).map(object);
  const joins = conditions.slice(0, -1).map(({ query_operator }) => String(query_operator).toLowerCase());
  if (!joins.includes('or'))
    return conditions.map(({ attribute_key, filter_operator, values }) => ({
      name: `${attribute_key} ${filter_operator}`,
      values: [values].flat().map((one) => String(typeof one === 'object' ? object(one).id : one)),
    }));
  lost.push('conditions of which one is enough');
  return [];
}

/** A saved filter belongs to the person who made it. */
function filterBase({ desk }: Words, kind: string, { id, user_id: user, created_at }: Row): Document {
  return {
    ...desk.base(kind, String(id)),
    ...(utc(created_at) !== undefined && { createdAt: utc(created_at) }),
    ...{ createdBy: desk.userOf(user) ?? 'system' },
  };
}

/** Of conversations: the query of a list. */
export function viewOf(words: Words, row: Row): Document {
  const lost: string[] = [];
  const query: Record<string, string | string[]> = {};
  for (const { name, values } of conditionsOf(row, lost)) {
    const made = memberOf(words, name, values);
    if (made === undefined || Object.keys(made).some((member) => query[member] !== undefined))
      lost.push(`condition ${name}`);
    else Object.assign(query, made);
  }
  return { ...filterBase(words, 'view', row), name: row.name, shared: false, query, lost };
}

const statuses: Readonly<Record<string, Record<string, string>>> = {
  ...{ open: { status: '100,200' }, resolved: { status: '1000' }, all: { status: 'all' } },
  ...{ pending: { workingStatus: 'pending' }, snoozed: { snoozed: 'true' } },
};
const priorities: Readonly<Record<string, string>> = { medium: 'normal' };

function memberOf(
  { desk, departmentOf }: Words,
  name: string,
  values: readonly string[],
): Record<string, string | string[]> | undefined {
  const [value = '', ...others] = values;
  const given = (member: string, found: string | undefined) => (found === undefined ? undefined : { [member]: found });
  switch (name) {
    case 'labels equal_to':
      // Of several one is enough there; here each is needed.
      return others.length === 0 ? given('tags', value) : undefined;
    case 'assignee_id is_not_present':
      return { status: '100' };
  }
  if (others.length > 0) return undefined;
  switch (name) {
    case 'status equal_to':
      return statuses[value];
    case 'assignee_id equal_to':
      return given('participant', desk.userOf(value));
    case 'team_id equal_to':
      return given('dept_id', departmentOf(value));
    case 'priority equal_to':
      return { priority: priorities[value] ?? value };
    case 'display_id equal_to':
      return { ticket_id: value };
  }
  return undefined;
}

const leadFields: Readonly<Record<string, string>> = {
  ...{ name: 'fullname', email: 'email', phone_number: 'phone', city: 'city', company: 'company' },
  ...{ company_name: 'company', labels: 'tags', identifier: 'lead_id' },
};
const operators: Readonly<Record<string, string>> = {
  ...{ equal_to: '=', not_equal_to: '!=', contains: 'contains', does_not_contain: 'not contains' },
  ...{ starts_with: 'starts with', is_present: 'is not null', is_not_present: 'is null' },
};

/** Of contacts: a segment. One that lacks a condition would hold others, so it is not taken. */
export function segmentOf(words: Words, row: Row): Document {
  const lost: string[] = [];
  const filters = conditionsOf(row, lost).flatMap(({ name, values }) => {
    const [key = '', word = ''] = name.split(' ');
    const [field, operator] = [leadFields[key], operators[word]];
    if (field !== undefined && operator?.includes('null')) return [{ field, operator }];
    if (field !== undefined && operator !== undefined && values.length === 1)
      return [{ field, operator, value: values[0] }];
    lost.push(`condition ${name}`);
    return [];
  });
  return { ...filterBase(words, 'segment', row), name: row.name, match: 'all', filters, lost };
}

import { list, object, type Row, text } from '../origin/json.ts';
import type { Document } from '../origin/origin.ts';
import { settingBase, wordsOf, type ZendeskIds } from './zendesk-actions.ts';
import { conditionsIn, filtersOf } from './zendesk-rules.ts';

const sortFields: Readonly<Record<string, string>> = {
  ...{ created: 'createdAt', created_at: 'createdAt', updated: 'updatedAt', updated_at: 'updatedAt' },
  ...{ priority: 'priority', status: 'status', nice_id: 'ticket_id', ticket_id: 'ticket_id', solved: 'closed_at' },
};

/** A view as the query of a list. Source: contract 90 section 10.1 */
export function zendeskView(ids: ZendeskIds, row: Row): Document {
  const lost: string[] = [];
  const { all, any } = conditionsIn(row.conditions);
  const query: Record<string, string | string[]> = {};
  for (const { field, operator, value } of all) {
    const made = memberOf(`${field} ${operator}`, text(value), ids);
    if (made === undefined || Object.keys(made).some((name) => query[name] !== undefined))
      lost.push(`condition ${field} ${operator}`);
    else Object.assign(query, made);
  }
  if (any.length > 0) {
    const statuses = any.map(
      ({ field, operator, value }) => memberOf(`${field} ${operator}`, text(value), ids)?.status,
    );
    if (query.status === undefined && statuses.every((one) => one !== undefined))
      query.status = [...new Set(statuses.join(',').split(','))].join(',');
    else lost.push('conditions of which one is enough');
  }
  const { sort_by, sort_order } = object(row.execution);
  const sortField = sortFields[text(sort_by)];
  const { type, id, ids: several } = object(row.restriction);
  const by = type === 'User' ? ids.desk.userOf(id) : undefined;
  const groups = type === 'Group' ? [several ?? id].flat().flatMap((one) => ids.groups.get(text(one)) ?? []) : [];
  return {
    ...settingBase(ids, 'view', row),
    ...{ name: row.title, shared: by === undefined, createdBy: by ?? 'system', lost },
    ...(groups.length > 0 && { groups }),
    query: { ...query, ...(sortField && { sortField, direction: sort_order === 'asc' ? '1' : '-1' }) },
  };
}

const [open, unserved, closed] = ['100,200', '100', '1000'];

/** Parameters of the list, which are joined by `and`. */
function memberOf(
  condition: string,
  value: string,
  { desk, departments }: ZendeskIds,
): Record<string, string | string[]> | undefined {
  const isDone = value === 'solved' || value === 'closed';
  switch (condition) {
    case 'status is':
      if (isDone) return { status: closed };
      if (value === 'pending' || value === 'hold') return { workingStatus: 'pending' };
      return { status: value === 'new' ? unserved : open };
    case 'status less_than':
    case 'status is_not':
      return isDone ? { status: open } : undefined;
    case 'priority is':
      return value ? { priority: value } : undefined;
    case 'group_id is': {
      const department = departments.get(value);
      return department === undefined ? undefined : { dept_id: department };
    }
    case 'assignee_id is': {
      if (value === 'current_user') return { mine: 'true' };
      if (value === '') return { status: unserved };
      const participant = desk.userOf(value);
      return participant === undefined ? undefined : { participant };
    }
    case 'current_tags includes':
      // Of several tags one is enough there; here each is needed.
      return wordsOf(value).length === 1 ? { tags: value.trim() } : undefined;
    case 'satisfaction_score is':
      return value === 'good' || value === 'bad' ? { rated: 'true' } : undefined;
  }
  return undefined;
}

/** Metrics by those of ours, with what stops their clocks. */
const metrics: Readonly<Record<string, { metric: string; pause?: string[] }>> = {
  first_reply_time: { metric: 'first_response' },
  next_reply_time: { metric: 'next_response' },
  total_resolution_time: { metric: 'resolution', pause: [] },
  requester_wait_time: { metric: 'resolution', pause: ['waiting_requester', 'pending'] },
};

export function zendeskPolicy(ids: ZendeskIds, row: Row): Document {
  const lost: string[] = [];
  const targets: Record<string, Record<string, number>> = { default: {} };
  let pause: string[] | undefined;
  const rows = list(row.policy_metrics).map(object);
  for (const { priority, metric, target, target_in_seconds: seconds } of rows) {
    const own = metrics[text(metric)];
    const known = targets[text(priority)] ?? {};
    if (own === undefined || known[own.metric] !== undefined) {
      lost.push(`metric ${metric}`);
      continue;
    }
    targets[text(priority)] = known;
    known[own.metric] = Number(seconds ?? Number(target) * 60) * 1_000;
    pause = own.pause ?? pause;
  }
  const inHours = rows.filter(({ business_hours }) => business_hours === true).length;
  if (inHours > 0 && inHours < rows.length) lost.push('hours of single metrics');
  return {
    ...settingBase(ids, 'policy', row),
    ...{ name: row.title, description: text(row.description) || undefined, targets, pause: pause ?? [], lost },
    hours: inHours > 0 ? 'project' : 'always',
    ...filtersOf(conditionsIn(row.filter), { ids, lost, event: [] }),
  };
}

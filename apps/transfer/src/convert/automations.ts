import {
  macroApi,
  maxPersonalViews,
  maxRules,
  maxSharedViews,
  maxSlaPolicies,
  ruleApi,
  slaApi,
  timerFault,
  viewApi,
} from '@parley/contracts';

import type { Conversion, Row } from './conversion.ts';

/** Rules as other systems name them; the documents are in our words, and `lost` names what has no counterpart. */
const ruleCollections = ['triggers', 'automation_rules', 'automations'];
const maxDescription = 2_000;

/** Disabled: an admin looks at each before it acts. Source: contract 90 section 8 */
export async function convertRules(conversion: Conversion): Promise<void> {
  let position = 0;
  for (const collection of ruleCollections)
    for await (const row of conversion.rows(collection)) {
      const { source } = row;
      const { name, on, timer, match, filters, actions, lost } = source.all;
      const description = descriptionOf(row, source.text('description'), lost);
      const body = given({ name, description, on, timer, match, filters, actions });
      const checked = ruleApi.createRule.body.safeParse(body);
      const isWhole = checked.success && timerFault(checked.data.on, checked.data.timer) === undefined;
      if (source.flag('internal') || position === maxRules || !checked.success || !isWhole) {
        if (!source.flag('internal')) row.lose(`${source.text('name')}: ${reasonOf(checked, 'too many')}`);
        row.drop();
        continue;
      }
      const { createdAt, updatedAt, createdBy, _id } = source.stored();
      const rest = { delay: 0, cancel_on: [], once: 'event', stop: false };
      const { timer: wait, ...own } = checked.data;
      const record = {
        ...{ createdAt, updatedAt, createdBy, match: 'all', filters: [], ...rest, ...own },
        ...(wait && { timer: { ...wait, hours: wait.hours ?? 'always' } }),
      };
      await row.store('rule', { _id, position: position++, enabled: false, record });
    }
}

/** They run when a person asks for it. */
export async function convertMacros(conversion: Conversion): Promise<void> {
  let position = 0;
  for await (const row of conversion.rows('macros')) {
    const { source } = row;
    const { name, actions, departments = [], lost } = source.all;
    const description = descriptionOf(row, undefined, lost);
    const shared = source.flag('shared') ?? true;
    const visibility = shared ? 'shared' : 'personal';
    const body = given({ name, description, actions, departments, visibility });
    const checked = macroApi.createMacro.body.safeParse(body);
    if (!checked.success) {
      row.lose(`${source.text('name')}: ${reasonOf(checked, '')}`);
      row.drop();
      continue;
    }
    const { createdAt, updatedAt, createdBy, _id } = source.stored();
    const { visibility: _visibility, position: _position, ...own } = checked.data;
    const record = { createdAt, updatedAt, createdBy, ...own };
    await row.store('macro', { _id, owner: createdBy, shared, position: position++, record });
  }
}

/** What a view lacks is in its attributes: without it more requests are shown. One that asks for nothing is none. */
export async function convertViews(conversion: Conversion): Promise<void> {
  const counts = new Map<string, number>();
  for await (const row of conversion.rows('views')) {
    const { source } = row;
    const { name, query, groups, lost } = source.all;
    const shared = source.flag('shared') ?? true;
    const missing = lostOf(row, lost);
    const attributes = missing.length > 0 ? { _import: { lost: missing } } : {};
    const checked = viewApi.createView.body.safeParse(given({ name, query, groups, attributes }));
    const { createdAt, updatedAt, createdBy, _id } = source.stored();
    const place = shared ? '' : createdBy;
    const position = counts.get(place) ?? 0;
    const isEmpty = Object.keys(source.object('query') ?? {}).every((member) => orders.includes(member));
    if (!checked.success || isEmpty || position === (shared ? maxSharedViews : maxPersonalViews)) {
      row.lose(`${source.text('name')}: ${isEmpty ? 'asks for nothing' : reasonOf(checked, 'too many')}`);
      row.drop();
      continue;
    }
    counts.set(place, position + 1);
    const record = { createdAt, updatedAt, createdBy, columns: [], ...checked.data };
    await row.store('view', { _id, owner: createdBy, shared, position, record });
  }
}

/** Members of a query that choose no requests. */
const orders = ['sortField', 'direction'];

/** Disabled: no clock of an imported request begins before an admin wants it. */
export async function convertPolicies(conversion: Conversion): Promise<void> {
  let position = 0;
  for await (const row of conversion.rows('sla_policies')) {
    const { source } = row;
    const { name, match, filters, targets, hours, pause, lost } = source.all;
    const description = descriptionOf(row, source.text('description'), lost);
    const body = given({ name, description, match, filters, targets, hours, pause });
    const checked = slaApi.createSlaPolicy.body.safeParse(body);
    const isEmpty = Object.values(Object(targets) as object).every((times) => Object.keys(times).length === 0);
    if (!checked.success || isEmpty || position === maxSlaPolicies) {
      row.lose(`${source.text('name')}: ${isEmpty ? 'no targets' : reasonOf(checked, 'too many')}`);
      row.drop();
      continue;
    }
    const { createdAt, updatedAt, createdBy, _id } = source.stored();
    const rest = { match: 'all', filters: [], hours: 'always', due_soon: 0, pause: [], while_bot: 'wait' };
    const record = { createdAt, updatedAt, createdBy, ...rest, ...checked.data, enabled: false };
    await row.store('policy', { _id, position: position++, record });
  }
}

/** A member without a value would take the place of a default. */
function given(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

function reasonOf(
  { error }: { error?: { issues: readonly { path: PropertyKey[]; message: string }[] } | undefined },
  otherwise: string,
): string {
  const [issue] = error?.issues ?? [];
  return issue ? `${issue.path.map(String).join('.')}: ${issue.message}` : otherwise;
}

/** What was lost stands where the rule is looked at. */
function descriptionOf(row: Row, own: string | undefined, lost: unknown): string | undefined {
  const parts = lostOf(row, lost);
  const lines = [own, ...parts.map((part) => `Not taken: ${part}`)].filter(Boolean);
  return lines.length === 0 ? undefined : lines.join('\n').slice(0, maxDescription);
}

function lostOf(row: Row, lost: unknown): string[] {
  const parts = Array.isArray(lost) ? lost.map(String) : [];
  for (const part of parts) row.lose(part);
  return parts;
}

import { macroApi, ruleApi } from '@parley/contracts';

import type { Conversion, Row } from './conversion.ts';

/** Rules as other systems name them; the documents are in our words, and `lost` names what has no counterpart. */
const ruleCollections = ['triggers', 'automation_rules'];
const maxRules = 200;
const maxDescription = 2_000;

/** Disabled: an admin looks at each before it acts. Source: contract 90 section 8 */
export async function convertRules(conversion: Conversion): Promise<void> {
  let position = 0;
  for (const collection of ruleCollections)
    for await (const row of conversion.rows(collection)) {
      const { source } = row;
      const { name, on, match, filters, actions, lost } = source.all;
      const description = descriptionOf(row, source.text('description'), lost);
      const body = { name, on, match, filters, actions, ...(description && { description }) };
      const checked = ruleApi.createRule.body.safeParse(body);
      if (source.flag('internal') || position === maxRules || !checked.success) {
        if (!source.flag('internal')) row.lose(`${source.text('name')}: ${reasonOf(checked, 'too many')}`);
        row.drop();
        continue;
      }
      const { createdAt, updatedAt, createdBy, _id } = source.stored();
      const rest = { delay: 0, cancel_on: [], once: 'event', stop: false };
      const record = { createdAt, updatedAt, createdBy, match: 'all', filters: [], ...rest, ...checked.data };
      await row.store('rule', { _id, position: position++, enabled: false, record });
    }
}

/** They run when a person asks for it. */
export async function convertMacros(conversion: Conversion): Promise<void> {
  let position = 0;
  for await (const row of conversion.rows('macros')) {
    const { source } = row;
    const { name, actions, lost } = source.all;
    const description = descriptionOf(row, undefined, lost);
    const shared = source.flag('shared') ?? true;
    const body = { name, actions, visibility: shared ? 'shared' : 'personal', ...(description && { description }) };
    const checked = macroApi.createMacro.body.safeParse(body);
    if (!checked.success) {
      row.lose(`${source.text('name')}: ${reasonOf(checked, '')}`);
      row.drop();
      continue;
    }
    const { createdAt, updatedAt, createdBy, _id } = source.stored();
    const { visibility: _visibility, position: _position, ...own } = checked.data;
    const record = { createdAt, updatedAt, createdBy, departments: [], ...own };
    await row.store('macro', { _id, owner: createdBy, shared, position: position++, record });
  }
}

function reasonOf(
  { error }: { error?: { issues: readonly { path: PropertyKey[]; message: string }[] } | undefined },
  otherwise: string,
): string {
  const [issue] = error?.issues ?? [];
  return issue ? `${issue.path.map(String).join('.')}: ${issue.message}` : otherwise;
}

/** What was lost stands where the rule is looked at. */
function descriptionOf(row: Row, own: string | undefined, lost: unknown): string {
  const parts = Array.isArray(lost) ? lost.map(String) : [];
  for (const part of parts) row.lose(part);
  return [own, ...parts.map((part) => `Not taken: ${part}`)].filter(Boolean).join('\n').slice(0, maxDescription);
}

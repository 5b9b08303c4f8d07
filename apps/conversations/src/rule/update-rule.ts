import type { ruleApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { changedRule } from './rule.ts';

type UpdateRule = Operation<typeof ruleApi.updateRule, Context>;

export const updateRule: UpdateRule = async (context, _actor, input) => {
  const { id_project, rule_id, enabled, filters = [] } = input;
  await context.references.check(id_project, filters);
  const rule = await context.rules.update(id_project, rule_id, enabled, (record) => changedRule(record, input));
  return context.references.markedOne(id_project, rule);
};

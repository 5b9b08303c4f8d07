import { maxRules, type ruleApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type OrderRules = Operation<typeof ruleApi.orderRules, Context>;

export const orderRules: OrderRules = async (context, _actor, { id_project, items }) => {
  const rules = await context.references.marked(id_project, await context.rules.order(id_project, items));
  return { perPage: maxRules, count: rules.length, rules };
};

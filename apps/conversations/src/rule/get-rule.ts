import type { ruleApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type GetRule = Operation<typeof ruleApi.getRule, Context>;

export const getRule: GetRule = async (context, _actor, { id_project, rule_id }) =>
  context.references.markedOne(id_project, await context.rules.get(id_project, rule_id));

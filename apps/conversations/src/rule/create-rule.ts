import type { ruleApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import { principalOf } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { newRule } from './rule.ts';

type CreateRule = Operation<typeof ruleApi.createRule, Context>;

export const createRule: CreateRule = async (context, actor, { id_project, ...body }) => {
  const { enabled = false, filters = [] } = body;
  await context.references.check(id_project, filters);
  const record = (at: string) => newRule({ id_project, ...body }, principalOf(actor), at);
  return context.references.markedOne(id_project, await context.rules.create(id_project, enabled, record));
};

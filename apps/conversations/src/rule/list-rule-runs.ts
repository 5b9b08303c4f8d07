import type { ruleApi } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type ListRuleRuns = Operation<typeof ruleApi.listRuleRuns, Context>;

export const listRuleRuns: ListRuleRuns = async (context, actor, { id_project, rule_id, ...query }) => {
  const { runs, count, next } = await context.ruleRuns.list(actor, id_project, { rule: rule_id }, query);
  const page = { perPage: query.limit, count, runs };
  return next ? answer(page, { link: nextLink(next, query) }) : page;
};

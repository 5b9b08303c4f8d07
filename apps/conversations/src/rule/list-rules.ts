import { maxRules, type RuleView, type ruleApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type ListRules = Operation<typeof ruleApi.listRules, Context>;

export const listRules: ListRules = async (context, _actor, { id_project }) =>
  pageOfRules(await context.references.marked(id_project, await context.rules.list(id_project)));

/** All rules of a project are one page. */
function pageOfRules(rules: RuleView[]) {
  return { perPage: maxRules, count: rules.length, rules };
}

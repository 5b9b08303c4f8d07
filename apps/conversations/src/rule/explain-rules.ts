import type { ruleApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import { type Conditions, heldOf, holds } from '../condition/evaluate.ts';
import type { Context } from '../context.ts';

type ExplainRules = Operation<typeof ruleApi.explainRules, Context>;

export const explainRules: ExplainRules = async (context, actor, { id_project, request_id, on }) => {
  const { request } = await context.requestQueries.get(actor, id_project, request_id);
  const rules = (await context.rules.list(id_project))
    .filter((rule) => on === undefined || rule.on.includes(on))
    .map((rule) => ({ ...rule, filters: rule.filters as Conditions['filters'] }));
  const surroundings = await context.surroundings.of(id_project, rules);
  const subject = { request, lead: request.copies.lead, now: Date.now(), surroundings };
  return {
    rules: rules.map((rule) => {
      const matches = holds(rule, subject);
      const missing = matches ? undefined : heldOf(rule, subject).find((one) => !one.holds)?.param;
      const { _id, name, enabled } = rule;
      return { _id, name, enabled, matches, ...(missing !== undefined && { missing }) };
    }),
  };
};

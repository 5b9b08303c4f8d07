import type { ruleApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import { type Conditions, heldOf, holds } from '../condition/evaluate.ts';
import type { Context } from '../context.ts';

type ExplainRules = Operation<typeof ruleApi.explainRules, Context>;

export const explainRules: ExplainRules = async (context, actor, { id_project, request_id, on }) => {
  const { request } = await context.requestQueries.get(actor, id_project, request_id);
  const rules = await context.rules.list(id_project);
  const subject = { request, lead: request.copies.lead, now: Date.now() };
  return {
    rules: rules
      .filter((rule) => on === undefined || rule.on.includes(on))
      .map((rule) => {
        const conditions = { match: rule.match, filters: rule.filters as Conditions['filters'] };
        const matches = holds(conditions, subject);
        const missing = matches ? undefined : heldOf(conditions, subject).find((one) => !one.holds)?.param;
        const { _id, name, enabled } = rule;
        return { _id, name, enabled, matches, ...(missing !== undefined && { missing }) };
      }),
  };
};

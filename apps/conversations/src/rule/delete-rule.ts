import type { ruleApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type DeleteRule = Operation<typeof ruleApi.deleteRule, Context>;

export const deleteRule: DeleteRule = (context, _actor, { id_project, rule_id }) =>
  context.rules.remove(id_project, rule_id);

import { maxSlaPolicies, type SlaPolicyView, type slaApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type ListSlaPolicies = Operation<typeof slaApi.listSlaPolicies, Context>;

export const listSlaPolicies: ListSlaPolicies = async (context, _actor, { id_project }) =>
  pageOfPolicies(await context.references.marked(id_project, await context.policies.list(id_project)));

/** All policies of a project are one page. */
function pageOfPolicies(sla_policies: SlaPolicyView[]) {
  return { perPage: maxSlaPolicies, count: sla_policies.length, sla_policies };
}

import { maxSlaPolicies, type slaApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type OrderSlaPolicies = Operation<typeof slaApi.orderSlaPolicies, Context>;

export const orderSlaPolicies: OrderSlaPolicies = async (context, _actor, { id_project, items }) => {
  const sla_policies = await context.references.marked(id_project, await context.policies.order(id_project, items));
  return { perPage: maxSlaPolicies, count: sla_policies.length, sla_policies };
};

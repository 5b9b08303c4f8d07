import type { slaApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type GetSlaPolicy = Operation<typeof slaApi.getSlaPolicy, Context>;

export const getSlaPolicy: GetSlaPolicy = async (context, _actor, { id_project, policy_id }) =>
  context.references.markedOne(id_project, await context.policies.get(id_project, policy_id));

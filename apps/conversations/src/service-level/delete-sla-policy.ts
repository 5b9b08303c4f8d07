import type { slaApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type DeleteSlaPolicy = Operation<typeof slaApi.deleteSlaPolicy, Context>;

export const deleteSlaPolicy: DeleteSlaPolicy = (context, _actor, { id_project, policy_id }) =>
  context.policies.remove(id_project, policy_id);

import type { slaApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { changedPolicy, type PolicyRecord } from './policy.ts';

type UpdateSlaPolicy = Operation<typeof slaApi.updateSlaPolicy, Context>;

export const updateSlaPolicy: UpdateSlaPolicy = async (context, _actor, input) => {
  const { id_project, policy_id, apply } = input;
  await context.references.check(id_project, input.filters);
  const decide = (record: PolicyRecord) => changedPolicy(record, input);
  const policy = await context.policies.update(id_project, policy_id, decide, apply === 'open');
  return context.references.markedOne(id_project, policy);
};

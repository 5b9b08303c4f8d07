import type { slaApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import { principalOf } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { newPolicy } from './policy.ts';

type CreateSlaPolicy = Operation<typeof slaApi.createSlaPolicy, Context>;

export const createSlaPolicy: CreateSlaPolicy = async (context, actor, { id_project, apply, ...body }) => {
  await context.references.check(id_project, body.filters);
  const record = (at: string) => newPolicy({ id_project, ...body }, principalOf(actor), at);
  return context.references.markedOne(id_project, await context.policies.create(id_project, record, apply === 'open'));
};

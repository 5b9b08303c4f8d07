import type { keyApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type GetSecretState = Operation<typeof keyApi.getSecretState, Context>;

export const getSecretState: GetSecretState = async (context, _actor, { id_project }) => {
  const key = await context.keys.find(id_project);
  return { configured: key !== undefined, createdAt: key?.createdAt.toISOString() };
};

import type { keyApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type GenerateSecret = Operation<typeof keyApi.generateSecret, Context>;

export const generateSecret: GenerateSecret = async (context, _actor, { id_project }) => {
  const { secret, createdAt } = await context.keys.replace(id_project, new Date());
  return { jwtSecret: secret, createdAt: createdAt.toISOString() };
};

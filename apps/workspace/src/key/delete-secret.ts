import type { keyApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type DeleteSecret = Operation<typeof keyApi.deleteSecret, Context>;

export const deleteSecret: DeleteSecret = async (context, _actor, { id_project }) => {
  await context.keys.remove(id_project, new Date());
  return { configured: false };
};

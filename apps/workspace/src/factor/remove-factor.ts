import { type factorApi, factorErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './factor.ts';
import { refuseWithoutRecentProof } from './recent-proof.ts';

type RemoveFactor = Operation<typeof factorApi.removeFactor, Context>;

export const removeFactor: RemoveFactor = async (context, actor, { factor_id: id }) => {
  await refuseWithoutRecentProof(context, actor, new Date());
  return context.users.whileLocked(actor.id, async (user) => {
    const removed = await context.factors.remove(user, id);
    if (!removed) throw factorErrors.factor_not_found();
    return viewOf(removed);
  });
};

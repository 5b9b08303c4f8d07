import { type factorApi, factorErrors, userErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { afterAdding } from './after-adding.ts';
import { refuseWithoutRecentProof } from './recent-proof.ts';

type ConfirmTotp = Operation<typeof factorApi.confirmTotp, Context>;

export const confirmTotp: ConfirmTotp = async (context, actor, { factor_id: id, code, end_sessions: endsSessions }) => {
  const at = new Date();
  await refuseWithoutRecentProof(context, actor, at);
  if (!(await context.factors.isBegun(actor.id, id))) throw factorErrors.factor_not_found();

  return context.factorAttempts.try(actor.id, () =>
    context.users.whileLocked(actor.id, async (user) => {
      const factor = await context.factors.confirmTotp(user, id, code, at);
      if (!factor) throw userErrors.invalid_credentials();
      return afterAdding(context, actor, { user, factor, endsSessions });
    }),
  );
};

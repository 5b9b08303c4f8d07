import { type factorApi, factorErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { refuseWithoutRecentProof } from './recent-proof.ts';

type RenewRecoveryCodes = Operation<typeof factorApi.renewRecoveryCodes, Context>;

export const renewRecoveryCodes: RenewRecoveryCodes = async (context, actor) => {
  await refuseWithoutRecentProof(context, actor, new Date());
  return context.users.whileLocked(actor.id, async (user) => {
    if ((await context.factors.kindsOf(user.id)).length === 0) throw factorErrors.factor_not_found();
    return { recovery_codes: await context.factors.renewRecoveryCodes(user) };
  });
};

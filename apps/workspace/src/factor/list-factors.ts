import type { factorApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './factor.ts';

type ListFactors = Operation<typeof factorApi.listFactors, Context>;

export const listFactors: ListFactors = async (context, actor) => {
  const [factors, left] = await Promise.all([
    context.factors.list(actor.id),
    context.factors.countRecoveryCodes(actor.id),
  ]);
  return { factors: factors.map(viewOf), recovery_codes_left: left };
};

import type { Actor, AddedFactorView } from '@parley/contracts';

import type { Context } from '../context.ts';
import type { User } from '../user/user.ts';
import { type Factor, viewOf } from './factor.ts';

/** What follows, within the transaction that adds a factor. */
export async function afterAdding(
  context: Context,
  actor: Actor,
  { user, factor, endsSessions }: { user: User; factor: Factor; endsSessions: boolean },
): Promise<AddedFactorView> {
  if (endsSessions)
    await context.tokens.revokeAll({
      kind: 'user',
      principalId: user.id,
      exceptJti: actor.jti,
      reason: 'factor_added',
    });
  const isFirst = (await context.factors.countRecoveryCodes(user.id)) === 0;
  const codes = isFirst ? await context.factors.renewRecoveryCodes(user, false) : undefined;
  return { factor: viewOf(factor), recovery_codes: codes };
}

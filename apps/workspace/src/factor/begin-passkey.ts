import type { factorApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { refuseWithoutRecentProof } from './recent-proof.ts';

type BeginPasskey = Operation<typeof factorApi.beginPasskey, Context>;

export const beginPasskey: BeginPasskey = async (context, actor) => {
  const at = new Date();
  await refuseWithoutRecentProof(context, actor, at);
  return context.users.whileLocked(actor.id, async (user) => {
    const known = await context.factors.listPasskeys(user.id);
    const challenge = await context.challenges.issue({ purpose: 'new_passkey', userId: user.id }, at);
    return { challenge, options: await context.passkeys.registration(challenge, user, known) };
  });
};

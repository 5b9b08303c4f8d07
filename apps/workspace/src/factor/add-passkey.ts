import { type factorApi, userErrors } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { afterAdding } from './after-adding.ts';
import { refuseWithoutRecentProof } from './recent-proof.ts';

type AddPasskey = Operation<typeof factorApi.addPasskey, Context>;

export const addPasskey: AddPasskey = async (context, actor, { challenge, response, name, end_sessions }) => {
  const createdAt = new Date();
  await refuseWithoutRecentProof(context, actor, createdAt);
  const credential = await context.passkeys.register(challenge, response);
  if (!credential) throw userErrors.invalid_credentials();

  return context.users.whileLocked(actor.id, async (user) => {
    const asked = await context.challenges.redeem(challenge, createdAt);
    if (asked?.purpose !== 'new_passkey' || asked.userId !== user.id) throw userErrors.sign_in_code_invalid();
    const factor = {
      id: newId(createdAt),
      userId: user.id,
      kind: 'passkey' as const,
      name: name || 'Passkey',
      createdAt,
    };
    await context.factors.addPasskey(user, factor, credential);
    return afterAdding(context, actor, { user, factor, endsSessions: end_sessions });
  });
};

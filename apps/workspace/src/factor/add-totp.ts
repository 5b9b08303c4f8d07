import { commonErrors, type factorApi } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { newTotpSecret, totpUri } from './factor.ts';
import { refuseWithoutRecentProof } from './recent-proof.ts';

type AddTotp = Operation<typeof factorApi.addTotp, Context>;

export const addTotp: AddTotp = async (context, actor, { name }) => {
  const createdAt = new Date();
  await refuseWithoutRecentProof(context, actor, createdAt);
  const user = await context.users.findById(actor.id);
  if (!user) throw commonErrors.unauthorized();

  const [id, secret] = [newId(createdAt), newTotpSecret()];
  await context.users.whileLocked(user.id, () =>
    context.factors.beginTotp({ id, userId: user.id, kind: 'totp', name: name || 'Authenticator', createdAt }, secret),
  );
  return { _id: id, secret, uri: totpUri(secret, user.email) };
};

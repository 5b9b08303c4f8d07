import { type userApi, userErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { verifyEmail as verified, viewOf } from './user.ts';

type VerifyEmail = Operation<typeof userApi.verifyEmail, Context>;

export const verifyEmail: VerifyEmail = async (context, _actor, { id_user, code }) => {
  return context.db.transaction(async () => {
    const at = new Date();
    const userId = await context.codes.redeem(code, 'verification', at, id_user);
    if (userId === undefined) throw userErrors.verification_code_invalid({ error_code: 10005 });

    const user = await context.users.update(userId, (current) => verified(current, at));
    await context.invitations.claimInvitationsOf(user);
    return viewOf(user);
  });
};

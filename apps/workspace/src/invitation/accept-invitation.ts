import type { invitationApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from '../teammate/teammate.ts';
import { verifyEmail } from '../user/user.ts';

type AcceptInvitation = Operation<typeof invitationApi.acceptInvitation, Context>;

export const acceptInvitation: AcceptInvitation = async (context, actor, { code }) => {
  const at = new Date();
  const teammate = await context.db.transaction(async () => {
    let wasVerified = true;
    const user = await context.users.update(actor.id, (current) => {
      wasVerified = current.emailVerified;
      // Rolled back below unless the code was mailed to this very address.
      return verifyEmail(current, at);
    });
    const accepted = await context.invitations.acceptCode(code, user, 'invitation');
    if (!wasVerified) {
      await context.codes.void(user.id, 'verification');
      await context.invitations.claimInvitationsOf(user);
    }
    return accepted;
  });
  return viewOf(teammate, 'id');
};

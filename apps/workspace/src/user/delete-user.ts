import type { userApi } from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { eraseUser, viewOf } from './user.ts';

type DeleteUser = Operation<typeof userApi.deleteUser, Context>;

export const deleteUser: DeleteUser = async (context, actor) => {
  const user = await context.db.transaction(async () => {
    const at = new Date();
    const erased = await context.users.update(actor.id, (current) => {
      checkIfMatch(current.version);
      return eraseUser(current, at);
    });
    await context.codes.void(erased.id);
    await context.factors.removeAll(erased);
    await context.oidc.unlinkAll(erased.id);
    // Memberships first: their events carry the person, by then already without name and address.
    await context.teammates.removeMembershipsOf(erased);
    await context.tokens.revokeAll({ kind: 'user', principalId: erased.id, reason: 'deleted' });
    return erased;
  });
  return { success: true, updatedUser: viewOf(user) };
};

import type { Context } from '../context.ts';
import { eraseUser, type User } from './user.ts';

/** Erases a person within the transaction of the caller, and ends their access everywhere. @param check refuses by throwing */
export async function endAccount(context: Context, userId: string, check?: (current: User) => void): Promise<User> {
  const at = new Date();
  const erased = await context.users.update(userId, (current) => {
    check?.(current);
    return eraseUser(current, at);
  });
  await context.codes.void(erased.id);
  await context.factors.removeAll(erased);
  await context.oidc.unlinkAll(erased.id);
  // Memberships first: their events carry the person, by then already without name and address.
  await context.teammates.removeMembershipsOf(erased);
  await context.tokens.revokeAll({ kind: 'user', principalId: erased.id, reason: 'deleted' });
  return erased;
}

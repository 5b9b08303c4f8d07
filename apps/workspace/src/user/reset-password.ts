import { type userApi, userErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { refuseEmailAsPassword, viewOf, resetPassword as withNewPassword } from './user.ts';

type ResetPassword = Operation<typeof userApi.resetPassword, Context>;

export const resetPassword: ResetPassword = async (context, _actor, { key, password }) => {
  const holder = await holderOf(context, key);
  refuseEmailAsPassword(holder.email, password, 'password');
  const passwordHash = await context.passwords.hash(password);
  const mayMail = await context.mailLimits.admit('password_changed', holder.email);

  const user = await context.db.transaction(async () => {
    const at = new Date();
    const userId = await context.codes.redeem(key, 'reset', at);
    if (userId === undefined) throw userErrors.reset_key_invalid();

    const changed = await context.users.update(userId, (current) => withNewPassword(current, passwordHash, at));
    await context.codes.void(userId);
    // Whoever added it had not proved the address: they may not be its owner.
    if (!holder.emailVerified) await context.factors.removeAll(changed);
    await context.tokens.revokeAll({ kind: 'user', principalId: userId, reason: 'password_reset' });
    await context.invitations.claimInvitationsOf(changed);
    if (mayMail) {
      const data = { firstname: changed.firstname };
      await context.mails.send({ to: changed.email, template: 'password_changed', data });
    }
    return changed;
  });
  return { success: true, message: 'The password is changed.', user: viewOf(user) };
};

/** Checked before hashing: an invalid key must not cost a hash. */
async function holderOf(context: Context, key: string) {
  const userId = await context.codes.holderOf(key, 'reset', new Date());
  const holder = userId === undefined ? undefined : await context.users.findById(userId);
  if (!holder) throw userErrors.reset_key_invalid();
  return holder;
}

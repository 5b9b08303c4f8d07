import { commonErrors, type userApi, userErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { refuseEmailAsPassword, changePassword as withNewPassword } from './user.ts';

type ChangePassword = Operation<typeof userApi.changePassword, Context>;

export const changePassword: ChangePassword = async (context, actor, { oldpsw, newpsw }) => {
  const { user: known, passwordHash: storedHash } = await credentialsOf(context, actor.id);
  const right = await context.passwordAttempts.try(known.email, () => context.passwords.verify(oldpsw, storedHash));
  if (!right) throw userErrors.wrong_password();
  if (newpsw === oldpsw) throw userErrors.password_unchanged();
  refuseEmailAsPassword(known.email, newpsw, 'newpsw');

  const passwordHash = await context.passwords.hash(newpsw);
  const mayMail = await context.mailLimits.admit('password_changed', known.email);
  await context.db.transaction(async () => {
    const at = new Date();
    const user = await context.users.update(known.id, (current) => {
      // The password was compared without a lock, so reject it if another change came in between.
      if (current.credentialsVersion !== known.credentialsVersion) throw userErrors.wrong_password();
      return withNewPassword(current, passwordHash, at);
    });
    await context.codes.void(user.id, 'reset');
    await context.tokens.revokeAll({
      kind: 'user',
      principalId: user.id,
      exceptJti: actor.jti,
      reason: 'password_changed',
    });
    if (mayMail) {
      await context.mails.send({ to: user.email, template: 'password_changed', data: { firstname: user.firstname } });
    }
  });
  return { success: true, message: 'The password is changed.' };
};

async function credentialsOf(context: Context, id: string) {
  const found = await context.users.credentialsOf({ id });
  if (!found) throw commonErrors.unauthorized();
  return found;
}

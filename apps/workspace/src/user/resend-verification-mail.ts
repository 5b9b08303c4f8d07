import { commonErrors, type userApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { UserStatus } from './user.ts';

type ResendVerificationMail = Operation<typeof userApi.resendVerificationMail, Context>;

const done = { success: true, message: 'If the address is not proved yet, a mail with a link is on its way.' } as const;

export const resendVerificationMail: ResendVerificationMail = async (context, actor) => {
  const user = await context.users.findById(actor.id);
  if (user?.status !== UserStatus.active) throw commonErrors.unauthorized();
  if (user.emailVerified || !(await context.mailLimits.admit('verification', user.email))) return done;

  await context.db.transaction(async () => {
    const code = await context.codes.issue(user.id, 'verification', new Date());
    const data = { firstname: user.firstname, id_user: user.id, code };
    await context.mails.send({ to: user.email, template: 'verification', data });
  });
  return done;
};

import type { userApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type RequestPasswordReset = Operation<typeof userApi.requestPasswordReset, Context>;

const message = 'If there is an account with this address, a mail with a link is on its way.';

/** Does not look the address up, so that known and unknown addresses cost and answer the same; the worker does. */
export const requestPasswordReset: RequestPasswordReset = async (context, _actor, { email }) => {
  if (await context.mailLimits.admit('password_reset', email)) {
    await context.mails.sendResetMailTo(email);
  }
  return { success: true, msg: message, message };
};

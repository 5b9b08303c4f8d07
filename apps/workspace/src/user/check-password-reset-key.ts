import { type userApi, userErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type CheckPasswordResetKey = Operation<typeof userApi.checkPasswordResetKey, Context>;

export const checkPasswordResetKey: CheckPasswordResetKey = async (context, _actor, { key }) => {
  const userId = await context.codes.holderOf(key, 'reset', new Date());
  if (userId === undefined) throw userErrors.reset_key_invalid();
  return { success: true, message: 'The key is valid.', user: { _id: userId } };
};

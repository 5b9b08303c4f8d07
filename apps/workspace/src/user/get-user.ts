import { commonErrors, type userApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { UserStatus, viewOf } from './user.ts';

type GetUser = Operation<typeof userApi.getUser, Context>;

export const getUser: GetUser = async (context, actor) => {
  const user = await context.users.findById(actor.id);
  if (user?.status !== UserStatus.active) throw commonErrors.unauthorized();
  return viewOf(user);
};

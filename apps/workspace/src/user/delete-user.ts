import type { userApi } from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { endAccount } from './end-account.ts';
import { viewOf } from './user.ts';

type DeleteUser = Operation<typeof userApi.deleteUser, Context>;

export const deleteUser: DeleteUser = async (context, actor) => {
  const user = await context.db.transaction(() =>
    endAccount(context, actor.id, ({ version }) => checkIfMatch(version)),
  );
  return { success: true, updatedUser: viewOf(user) };
};

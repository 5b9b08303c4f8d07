import type { userApi } from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { hasNewName, type User, updateProfile, viewOf } from './user.ts';

type UpdateUser = Operation<typeof userApi.updateUser, Context>;

export const updateUser: UpdateUser = async (context, actor, input) => {
  const { public_email: publicEmail, public_website: publicWebsite, ...rest } = input;

  const user = await context.db.transaction(async () => {
    const at = new Date();
    let before: User | undefined;
    const after = await context.users.update(actor.id, (current) => {
      checkIfMatch(current.version);
      before = current;
      return updateProfile(current, { ...rest, publicEmail, publicWebsite }, at);
    });
    if (before && hasNewName(before, after)) await context.teammates.renamed(after, before);
    return after;
  });
  return { success: true, updatedUser: viewOf(user) };
};

import type { scimApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { domainOf } from '../oidc/connection.ts';
import { remove } from '../teammate/membership.ts';
import { signOut, viewOfUser } from './change-user.ts';
import { scimAnswer } from './scim.ts';

type DeleteScimUser = Operation<typeof scimApi.deleteScimUser, Context>;

export const deleteScimUser: DeleteScimUser = async (context, actor, { id_project: projectId, scim_user_id: id }) => {
  const view = await viewOfUser(context, projectId, id);
  const at = new Date();
  await context.db.transaction(async () => {
    const removed = await context.teammates.remove(projectId, id, false, (current, otherOwners) =>
      remove(current, false, { actor, at, otherOwners, source: 'deleteScimUser' }),
    );
    await context.scim.link(projectId, 'user', id, undefined);
    if (await context.signInDomains.hasProved(projectId, domainOf(view.userName))) await signOut(context, removed);
  });
  return scimAnswer({ ...view, active: false });
};

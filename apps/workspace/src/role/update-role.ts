import { isDeepStrictEqual } from 'node:util';

import { rightsOf, type roleApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { update, viewOf } from './role.ts';

type UpdateRole = Operation<typeof roleApi.updateRole, Context>;

export const updateRole: UpdateRole = async (context, _actor, { id_project: projectId, role_id: id, ...wanted }) => {
  const at = new Date();
  const role = await context.db.transaction(async () => {
    let allowsOther = false;
    const updated = await context.roles.update(projectId, id, (current) => {
      const change = update(current, wanted, at);
      allowsOther =
        !isDeepStrictEqual(rightsOf(current), rightsOf(change.next)) || current.visibility !== change.next.visibility;
      return change;
    });
    if (allowsOther) await context.teammates.followRole(updated, at);
    return updated;
  });
  return viewOf(role);
};

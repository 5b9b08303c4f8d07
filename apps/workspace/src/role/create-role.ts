import type { roleApi } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { newRole, viewOf } from './role.ts';

type CreateRole = Operation<typeof roleApi.createRole, Context>;

export const createRole: CreateRole = async (context, actor, { id_project: projectId, ...wanted }) => {
  const at = new Date();
  return viewOf(await context.roles.insert(newRole({ ...wanted, id: newId(at), projectId }, actor.id, at)));
};

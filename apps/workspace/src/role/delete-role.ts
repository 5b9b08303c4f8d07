import type { roleApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { remove, viewOf } from './role.ts';

type DeleteRole = Operation<typeof roleApi.deleteRole, Context>;

export const deleteRole: DeleteRole = async (context, _actor, { id_project, role_id }) => {
  const at = new Date();
  return viewOf(await context.roles.remove(id_project, role_id, (current) => remove(current, at)));
};

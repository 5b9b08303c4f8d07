import type { groupApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { groupViewOf, remove } from './group.ts';
import { refuseGroupInUse } from './references.ts';

type DeleteGroup = Operation<typeof groupApi.deleteGroup, Context>;

export const deleteGroup: DeleteGroup = async (context, _actor, { id_project, group_id, force = false }) => {
  const at = new Date();
  const group = await context.db.transaction(async () => {
    const removed = await context.groups.remove(id_project, group_id, force, (current) => remove(current, at));
    await refuseGroupInUse(context, id_project, group_id);
    return removed;
  });
  return groupViewOf(group);
};

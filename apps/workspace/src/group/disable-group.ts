import type { groupApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { groupViewOf, setEnabled } from './group.ts';
import { refuseGroupInUse } from './references.ts';

type DisableGroup = Operation<typeof groupApi.disableGroup, Context>;

export const disableGroup: DisableGroup = async (context, _actor, { id_project, group_id }) => {
  const at = new Date();
  const group = await context.db.transaction(async () => {
    const disabled = await context.groups.update(id_project, group_id, (current) => setEnabled(current, false, at));
    await refuseGroupInUse(context, id_project, group_id);
    return disabled;
  });
  return groupViewOf(group);
};

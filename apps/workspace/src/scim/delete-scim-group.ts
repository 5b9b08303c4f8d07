import type { scimApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { remove } from '../group/group.ts';
import { refuseGroupInUse } from '../group/references.ts';
import { viewOfGroup } from './group-views.ts';
import { scimAnswer } from './scim.ts';

type DeleteScimGroup = Operation<typeof scimApi.deleteScimGroup, Context>;

export const deleteScimGroup: DeleteScimGroup = async (
  context,
  _actor,
  { id_project: projectId, scim_group_id: id },
) => {
  const view = await viewOfGroup(context, projectId, id);
  await context.db.transaction(async () => {
    await context.groups.update(projectId, id, async (current) => {
      await refuseGroupInUse(context, projectId, id);
      return remove(current, new Date());
    });
    await context.scim.link(projectId, 'group', id, undefined);
  });
  return scimAnswer(view);
};

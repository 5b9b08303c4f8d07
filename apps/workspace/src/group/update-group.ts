import type { groupApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { groupViewOf, update } from './group.ts';
import { refuseNonTeammates } from './references.ts';

type UpdateGroup = Operation<typeof groupApi.updateGroup, Context>;

export const updateGroup: UpdateGroup = async (context, _actor, input) => {
  const { id_project: projectId, group_id: id, name, members, attributes, trashed } = input;
  const at = new Date();
  const group = await context.groups.update(projectId, id, async (current) => {
    const change = update(current, { name, members, attributes, restored: trashed === false }, at);
    if (members) await refuseNonTeammates(context, projectId, change.next.members);
    return change;
  });
  return groupViewOf(group);
};

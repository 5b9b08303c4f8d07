import { type groupApi, groupErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { groupViewOf } from './group.ts';

type GetGroup = Operation<typeof groupApi.getGroup, Context>;

export const getGroup: GetGroup = async (context, _actor, { id_project, group_id }) => {
  const group = await context.groups.find(id_project, group_id);
  if (!group) throw groupErrors.group_not_found();
  return groupViewOf(group);
};

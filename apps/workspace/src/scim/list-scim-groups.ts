import type { scimApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { groupViewsOf, hidesMembers } from './group-views.ts';
import { listOf, pageOf, selectionOf } from './scim.ts';

type ListScimGroups = Operation<typeof scimApi.listScimGroups, Context>;

const attributes = ['id', 'displayname', 'externalid'];

export const listScimGroups: ListScimGroups = async (context, _actor, input) => {
  const { id_project: projectId, filter, excludedAttributes, ...asked } = input;
  const page = pageOf(asked);
  const { ids, total } = await context.scim.pageOfGroups(projectId, selectionOf(filter, attributes), page);
  const groups = await context.groups.listLiving(projectId, ids);
  return listOf(await groupViewsOf(context, projectId, groups, hidesMembers(excludedAttributes)), total, page);
};

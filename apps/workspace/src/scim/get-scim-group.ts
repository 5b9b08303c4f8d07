import type { scimApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { hidesMembers, viewOfGroup } from './group-views.ts';
import { scimAnswer } from './scim.ts';

type GetScimGroup = Operation<typeof scimApi.getScimGroup, Context>;

export const getScimGroup: GetScimGroup = async (context, _actor, input) => {
  const { id_project, scim_group_id, excludedAttributes } = input;
  return scimAnswer(await viewOfGroup(context, id_project, scim_group_id, hidesMembers(excludedAttributes)));
};

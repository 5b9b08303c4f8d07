import type { scimApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { update } from '../group/group.ts';
import { membersOf, viewOfGroup } from './group-views.ts';
import { scimAnswer } from './scim.ts';

type ReplaceScimGroup = Operation<typeof scimApi.replaceScimGroup, Context>;

export const replaceScimGroup: ReplaceScimGroup = async (context, _actor, input) => {
  const { id_project: projectId, scim_group_id: id, displayName: name, externalId, members = [] } = input;
  const at = new Date();
  await context.db.transaction(async () => {
    await context.groups.update(projectId, id, async (current) => {
      const userIds = await membersOf(
        context,
        projectId,
        members.map(({ value }) => value),
      );
      return update(current, { name, members: userIds }, at);
    });
    if (externalId) await context.scim.link(projectId, 'group', id, externalId);
  });
  return scimAnswer(await viewOfGroup(context, projectId, id));
};

import type { scimApi } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { newGroup } from '../group/group.ts';
import { membersOf, viewOfGroup } from './group-views.ts';
import { scimAnswer } from './scim.ts';

type CreateScimGroup = Operation<typeof scimApi.createScimGroup, Context>;

export const createScimGroup: CreateScimGroup = async (context, actor, input) => {
  const { id_project: projectId, displayName: name, externalId, members = [] } = input;
  const at = new Date();
  const id = newId(at);
  await context.db.transaction(async () => {
    await context.projects.lockTeam(projectId);
    const userIds = await membersOf(
      context,
      projectId,
      members.map(({ value }) => value),
    );
    await context.groups.insert(newGroup(id, projectId, { name, members: userIds }, actor.id, at));
    if (externalId) await context.scim.link(projectId, 'group', id, externalId);
  });
  return scimAnswer(await viewOfGroup(context, projectId, id));
};

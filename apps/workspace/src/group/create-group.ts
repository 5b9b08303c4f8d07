import type { groupApi } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { groupViewOf, newGroup } from './group.ts';
import { refuseNonTeammates } from './references.ts';

type CreateGroup = Operation<typeof groupApi.createGroup, Context>;

export const createGroup: CreateGroup = async (context, actor, { id_project: projectId, ...wanted }) => {
  const at = new Date();
  const group = await context.db.transaction(async () => {
    await context.projects.lockTeam(projectId);
    await refuseNonTeammates(context, projectId, wanted.members ?? []);
    return context.groups.insert(newGroup(newId(at), projectId, wanted, actor.id, at));
  });
  return groupViewOf(group);
};

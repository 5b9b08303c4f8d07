import type { teammateApi } from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { update } from './membership.ts';
import { teamLoad } from './team-load.ts';
import { viewOf } from './teammate.ts';

type UpdateTeammate = Operation<typeof teammateApi.updateTeammate, Context>;

export const updateTeammate: UpdateTeammate = async (context, actor, input) => {
  const { id_project: projectId, project_user_id: id, user_available: userAvailable, ...rest } = input;
  const known = await context.teammates.find(projectId, id);
  const load = await teamLoad(context, projectId, [known?.idUser]);
  const at = new Date();
  const teammate = await context.teammates.update(projectId, id, (current, otherOwners) => {
    checkIfMatch(current.version);
    return update(current, { userAvailable, ...rest }, { actor, at, otherOwners, source: 'updateTeammate' });
  });
  return viewOf(teammate, 'id', load);
};

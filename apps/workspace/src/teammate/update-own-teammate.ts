import { type teammateApi, teammateErrors } from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { update } from './membership.ts';
import { teamLoad } from './team-load.ts';
import { viewOf } from './teammate.ts';

type UpdateOwnTeammate = Operation<typeof teammateApi.updateOwnTeammate, Context>;

export const updateOwnTeammate: UpdateOwnTeammate = async (context, actor, input) => {
  const { id_project: projectId, user_available: userAvailable, ...rest } = input;
  const [own, load] = await Promise.all([
    context.teammates.findByUser(projectId, actor.id),
    teamLoad(context, projectId, [actor.id]),
  ]);
  if (!own) throw teammateErrors.teammate_not_found();

  const at = new Date();
  const teammate = await context.teammates.update(projectId, own.id, (current, otherOwners) => {
    checkIfMatch(current.version);
    return update(current, { userAvailable, ...rest }, { actor, at, otherOwners, source: 'updateOwnTeammate' });
  });
  return viewOf(teammate, 'id', load);
};

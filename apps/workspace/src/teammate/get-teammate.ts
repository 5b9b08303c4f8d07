import { type teammateApi, teammateErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { teamLoad } from './team-load.ts';
import { viewOf } from './teammate.ts';

type GetTeammate = Operation<typeof teammateApi.getTeammate, Context>;

export const getTeammate: GetTeammate = async (context, _actor, { id_project, project_user_id }) => {
  const teammate = await context.teammates.find(id_project, project_user_id);
  if (!teammate) throw teammateErrors.teammate_not_found();
  return viewOf(teammate, 'whole', await teamLoad(context, id_project, [teammate.idUser]));
};

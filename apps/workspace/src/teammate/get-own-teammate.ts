import { type teammateApi, teammateErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { teamLoad } from './team-load.ts';
import { viewOf } from './teammate.ts';

type GetOwnTeammate = Operation<typeof teammateApi.getOwnTeammate, Context>;

export const getOwnTeammate: GetOwnTeammate = async (context, actor, { id_project }) => {
  const [own, load] = await Promise.all([
    context.teammates.findByUser(id_project, actor.id),
    teamLoad(context, id_project, [actor.id]),
  ]);
  if (!own || own.trashed) throw teammateErrors.teammate_not_found();
  return [viewOf(own, 'id', load)];
};

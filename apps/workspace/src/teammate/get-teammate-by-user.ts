import { type teammateApi, teammateErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { teamLoad } from './team-load.ts';
import { viewOf } from './teammate.ts';

type GetTeammateByUser = Operation<typeof teammateApi.getTeammateByUser, Context>;

export const getTeammateByUser: GetTeammateByUser = async (context, _actor, { id_project, user_id }) => {
  const person = await context.teammates.findByUser(id_project, user_id);
  const found = person ?? (await context.visitors.find(id_project, user_id));
  if (!found || found.trashed) throw teammateErrors.teammate_not_found();
  return [viewOf(found, 'whole', await teamLoad(context, id_project, [found.idUser]))];
};

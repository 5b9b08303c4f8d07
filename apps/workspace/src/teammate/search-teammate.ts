import { type teammateApi, teammateErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type SearchTeammate = Operation<typeof teammateApi.searchTeammate, Context>;

export const searchTeammate: SearchTeammate = async (context, _actor, { id_project, email }) => {
  const found = await context.membershipQueries.findUserId(id_project, email.trim().toLowerCase());
  // The same answer for unknown addresses and for users of other projects.
  if (found === undefined) throw teammateErrors.teammate_not_found();
  return { _id: found };
};

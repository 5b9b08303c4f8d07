import type { teammateApi } from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { restore } from './membership.ts';
import { viewOf } from './teammate.ts';

type RestoreTeammate = Operation<typeof teammateApi.restoreTeammate, Context>;

export const restoreTeammate: RestoreTeammate = async (context, actor, { id_project, project_user_id }) => {
  const at = new Date();
  const teammate = await context.teammates.restore(id_project, project_user_id, (current) => {
    checkIfMatch(current.version);
    return restore(current, { actor, at, otherOwners: 0, source: 'restoreTeammate' });
  });
  return viewOf(teammate, 'whole');
};

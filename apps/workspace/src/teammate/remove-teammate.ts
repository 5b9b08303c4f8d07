import type { teammateApi } from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { remove } from './membership.ts';
import { viewOf } from './teammate.ts';

type RemoveTeammate = Operation<typeof teammateApi.removeTeammate, Context>;

export const removeTeammate: RemoveTeammate = async (context, actor, { id_project, project_user_id, hard = false }) => {
  const at = new Date();
  const teammate = await context.teammates.remove(id_project, project_user_id, hard, (current, otherOwners) => {
    checkIfMatch(current.version);
    return remove(current, hard, { actor, at, otherOwners, source: 'removeTeammate' });
  });
  return viewOf(teammate, 'whole');
};

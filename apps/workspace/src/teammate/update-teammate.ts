import type { teammateApi } from '@parley/contracts';
import { checkIfMatch, type Operation } from '@parley/service-kit';

import type { Context } from '../context.ts';
import { update } from './membership.ts';
import { viewOf } from './teammate.ts';

type UpdateTeammate = Operation<typeof teammateApi.updateTeammate, Context>;

export const updateTeammate: UpdateTeammate = async (context, actor, input) => {
  const {
    user_available: userAvailable,
    profileStatus,
    maxServedChat,
    attributes,
    settings,
    flatSettings,
    tags,
  } = input;
  const { role, status } = input;
  const wanted = {
    userAvailable,
    profileStatus,
    maxServedChat,
    attributes,
    settings,
    flatSettings,
    tags,
    role,
    status,
  };
  const at = new Date();
  const teammate = await context.teammates.update(input.id_project, input.project_user_id, (current, otherOwners) => {
    checkIfMatch(current.version);
    return update(current, wanted, { actor, at, otherOwners, source: 'updateTeammate' });
  });
  return viewOf(teammate, 'id');
};

import { type teammateApi, teammateErrors } from '@parley/contracts';
import { checkIfMatch, type Operation } from '@parley/service-kit';

import type { Context } from '../context.ts';
import { update } from './membership.ts';
import { viewOf } from './teammate.ts';

type UpdateOwnTeammate = Operation<typeof teammateApi.updateOwnTeammate, Context>;

export const updateOwnTeammate: UpdateOwnTeammate = async (context, actor, input) => {
  const own = await context.teammates.findByUser(input.id_project, actor.id);
  if (!own) throw teammateErrors.teammate_not_found();

  const {
    user_available: userAvailable,
    profileStatus,
    maxServedChat,
    attributes,
    settings,
    flatSettings,
    tags,
  } = input;
  const wanted = { userAvailable, profileStatus, maxServedChat, attributes, settings, flatSettings, tags };
  const at = new Date();
  const teammate = await context.teammates.update(input.id_project, own.id, (current, otherOwners) => {
    checkIfMatch(current.version);
    return update(current, wanted, { actor, at, otherOwners, source: 'updateOwnTeammate' });
  });
  return viewOf(teammate, 'id');
};

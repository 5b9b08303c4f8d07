import { type invitationApi, invitationErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './invitation.ts';

type GetInvitation = Operation<typeof invitationApi.getInvitation, Context>;

export const getInvitation: GetInvitation = async (context, _actor, { id_project, invitation_id }) => {
  const invitation = await context.invitations.find(id_project, invitation_id);
  if (!invitation) throw invitationErrors.invitation_not_found();
  return viewOf(invitation);
};

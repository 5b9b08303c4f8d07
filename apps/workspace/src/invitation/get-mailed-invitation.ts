import { type invitationApi, invitationErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { mailedViewOf } from './invitation.ts';

type GetMailedInvitation = Operation<typeof invitationApi.getMailedInvitation, Context>;

export const getMailedInvitation: GetMailedInvitation = async (context, _actor, { code }) => {
  const invitation = await context.invitations.findByCode(code, new Date());
  const project = invitation && (await context.projects.find(invitation.projectId));
  if (!project) throw invitationErrors.invitation_not_found();
  return mailedViewOf(invitation, project.name);
};

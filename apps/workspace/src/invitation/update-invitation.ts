import { type invitationApi, rightMissing } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { missingRight } from '../role/granting.ts';
import { update, viewOf } from './invitation.ts';

type UpdateInvitation = Operation<typeof invitationApi.updateInvitation, Context>;

export const updateInvitation: UpdateInvitation = async (context, actor, input) => {
  const { id_project, invitation_id, user_available: userAvailable, ...rest } = input;
  const missing = rest.role && missingRight(actor, rest.role);
  if (missing) throw rightMissing(missing);
  const at = new Date();
  const invitation = await context.invitations.update(id_project, invitation_id, (current) =>
    update(current, { ...rest, userAvailable }, at),
  );
  return viewOf(invitation);
};

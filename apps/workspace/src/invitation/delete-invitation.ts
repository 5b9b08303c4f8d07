import type { invitationApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './invitation.ts';

type DeleteInvitation = Operation<typeof invitationApi.deleteInvitation, Context>;

export const deleteInvitation: DeleteInvitation = async (context, _actor, { id_project, invitation_id }) =>
  viewOf(await context.invitations.remove(id_project, invitation_id));

import { commonErrors, type invitationApi, invitationErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';
import type { LimitRule } from '@parley/service-kit/security';

import type { Context } from '../context.ts';
import { prolong, viewOf } from './invitation.ts';

type ResendInvitation = Operation<typeof invitationApi.resendInvitation, Context>;

const perInvitation: LimitRule = { points: 1, seconds: 60, factor: 'identity' };

export const resendInvitation: ResendInvitation = async (
  context,
  actor,
  { id_project: projectId, invitation_id: id },
) => {
  const project = await context.projects.find(projectId);
  const known = await context.invitations.find(projectId, id);
  if (!project || !known) throw invitationErrors.invitation_not_found();
  await countResend(context, projectId, id, known.email);

  const at = new Date();
  const renewed = await context.db.transaction(async () => {
    const { invitation, code } = await context.invitations.renewCode(projectId, id, (current) => prolong(current, at));
    const { email, firstname, lastname } = invitation;
    const letter = { id_project: projectId, project: project.name, inviter: actor.name ?? project.name, code };
    const data = { ...letter, ...(firstname && { firstname }), ...(lastname && { lastname }) };
    await context.mails.send({ to: email, template: 'invitation', data });
    return invitation;
  });
  return { success: true, pendingInvitation: viewOf(renewed) };
};

/** Checked before any change: the last mailed code must never be a void one. */
async function countResend(context: Context, projectId: string, id: string, email: string): Promise<void> {
  const { allowed, resetSeconds } = await context.limits.hit('resent_invitations', `${projectId}|${id}`, perInvitation);
  if (!allowed || !(await context.mailLimits.admit('invitation', email))) {
    throw commonErrors.rate_limited({ limit: 'resent_invitations', retryAfterSeconds: resetSeconds });
  }
}

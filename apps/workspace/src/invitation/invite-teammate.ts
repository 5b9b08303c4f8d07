import { type Actor, commonErrors, type invitationApi, invitationErrors, rightMissing } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';
import type { LimitRule } from '@parley/service-kit/security';

import type { Context } from '../context.ts';
import type { AddressedMail } from '../mail/mail-queue.ts';
import { missingRight } from '../role/granting.ts';
import { isActive, viewOf as teammateViewOf } from '../teammate/teammate.ts';
import type { User } from '../user/user.ts';
import { viewOf } from './invitation.ts';

type InviteTeammate = Operation<typeof invitationApi.inviteTeammate, Context>;

const perProject: LimitRule = { points: 60, seconds: 3600, factor: 'identity' };
const perInviter: LimitRule = { points: 200, seconds: 86_400, factor: 'identity' };
const msg = 'The invitation is on its way.';

export const inviteTeammate: InviteTeammate = async (context, actor, input) => {
  const { id_project: projectId, role = 'agent', user_available: userAvailable = true, email } = input;
  const missing = missingRight(actor, role);
  if (missing !== undefined) throw rightMissing(missing);
  await countInvitation(context, actor, projectId);

  const [inviter, known] = await Promise.all([context.users.findById(actor.id), context.users.findByEmail(email)]);
  if (inviter?.email === email || known?.id === actor.id) throw invitationErrors.invite_self();
  if (known) await refuseTeammate(context, projectId, known);
  const project = await context.projects.find(projectId);
  if (!project) throw commonErrors.not_a_member();

  const invited = { email, role, userAvailable, ...namesOf(input) };
  const invitationContext = { projectId, projectName: project.name, by: actor.id, at: new Date() };
  const letter = { id_project: projectId, project: project.name, inviter: actor.name ?? project.name };

  if (known && (known.emailVerified || !context.config.REQUIRE_VERIFIED_EMAIL)) {
    const teammate = await context.db.transaction(async () => {
      const joined = await context.invitations.inviteKnown(known, invited, invitationContext);
      const data = { ...letter, firstname: known.firstname };
      await sendOnce(context, { to: email, template: 'joined_project', data });
      return joined;
    });
    return teammateViewOf(teammate, 'id');
  }

  const pending = await context.db.transaction(async () => {
    const { invitation, code } = await context.invitations.invite(invited, invitationContext);
    const data = { ...letter, code, ...namesOf(input) };
    await sendOnce(context, { to: email, template: 'invitation', data });
    return invitation;
  });
  return { msg, pendingInvitation: viewOf(pending) };
};

/**
 * Counted within the transaction, once the winner of concurrent invitations is known: counted before, a rejected call could
 * use up the one mail of the minute.
 */
async function sendOnce(context: Context, mail: AddressedMail): Promise<void> {
  if (await context.mailLimits.admit(mail.template, mail.to)) await context.mails.send(mail);
}

async function countInvitation({ limits }: Context, actor: Actor, projectId: string): Promise<void> {
  const counted = [
    await limits.hit('invitations_of_project', projectId, perProject),
    await limits.hit('invitations_of_inviter', actor.id, perInviter),
  ];
  const exceeded = counted.find(({ allowed }) => !allowed);
  if (exceeded) {
    throw commonErrors.rate_limited({ limit: 'invitations', retryAfterSeconds: exceeded.resetSeconds });
  }
}

async function refuseTeammate(context: Context, projectId: string, known: User): Promise<void> {
  const teammate = await context.teammates.findByUser(projectId, known.id);
  if (teammate && isActive(teammate)) throw invitationErrors.already_teammate({ conflict: teammate.id });
}

function namesOf({ firstname, lastname }: { firstname?: string; lastname?: string }) {
  return { ...(firstname && { firstname }), ...(lastname && { lastname }) };
}

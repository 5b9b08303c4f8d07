import { z } from 'zod';

import { ordinaryUsers } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { AnyPathId, maybe, oneOf, PathId } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { EmailAddress, OptionalPersonName } from './user.fields.ts';
import { InvitationView, MailedInvitationView, TeammateView } from './views.ts';

const tag = 'Invitations';
const ofInvitation = z.object({ id_project: PathId, invitation_id: PathId });
const pending = '/v3/:id_project/pendinginvitations';

const byCode = z.object({ code: AnyPathId });

/** Who is invited, and what the answer shows: the teammate of a known person, else the pending record. */
const InviteAnswer = z.union([TeammateView, z.object({ msg: z.string(), pendingInvitation: InvitationView })]);

/** Source: contract 11 section 6. */
export const invitationApi = defineApi('workspace', {
  inviteTeammate: {
    right: 'teammates.write',
    method: 'post',
    path: '/v3/:id_project/project_users/invite',
    aliases: [pending],
    role: 'admin',
    identity: 'changes',
    params: z.object({ id_project: PathId }),
    body: z.object({
      email: EmailAddress,
      role: maybe(oneOf(['agent', 'admin'])),
      firstname: maybe(OptionalPersonName),
      lastname: maybe(OptionalPersonName),
      user_available: maybe(z.boolean()),
    }),
    response: InviteAnswer,
    errors: ['invite_self', 'already_teammate', 'invitation_pending', 'rate_limited'],
    summary: 'Invite a person: a registered person joins at once, any other gets a mail with a code',
    tag,
    example: { body: { email: 'grace@acme.io', role: 'admin' } },
  },
  listInvitations: {
    right: 'teammates.write',
    method: 'get',
    path: pending,
    role: 'admin',
    params: z.object({ id_project: PathId }),
    // Clients read one page.
    query: z.object(pageQuery({ sortable: ['createdAt', 'email'], defaultLimit: 1000 })),
    response: z.array(InvitationView),
    errors: [],
    summary: 'List pending invitations, including expired ones',
    tag,
  },
  getInvitation: {
    right: 'teammates.write',
    method: 'get',
    path: `${pending}/:invitation_id`,
    role: 'admin',
    params: ofInvitation,
    response: InvitationView,
    errors: ['invitation_not_found'],
    summary: 'Get an invitation',
    tag,
  },
  resendInvitation: {
    right: 'teammates.write',
    method: 'get',
    path: `${pending}/resendinvite/:invitation_id`,
    role: 'admin',
    params: ofInvitation,
    response: z.object({ success: z.literal(true), pendingInvitation: InvitationView }),
    errors: ['invitation_not_found', 'rate_limited'],
    summary: 'Resend an invitation with a new code, valid for another 30 days; the old code is void',
    tag,
  },
  updateInvitation: {
    right: 'teammates.write',
    method: 'put',
    path: `${pending}/:invitation_id`,
    role: 'admin',
    params: ofInvitation,
    body: z.object({
      role: maybe(oneOf(['agent', 'admin'])),
      firstname: maybe(OptionalPersonName),
      lastname: maybe(OptionalPersonName),
      user_available: maybe(z.boolean()),
    }),
    response: InvitationView,
    errors: ['invitation_not_found', 'version_mismatch'],
    summary: 'Change the role of an invitation; its address stays',
    tag,
    example: { body: { role: 'admin' } },
  },
  deleteInvitation: {
    right: 'teammates.write',
    method: 'delete',
    path: `${pending}/:invitation_id`,
    role: 'admin',
    params: ofInvitation,
    response: InvitationView,
    errors: ['invitation_not_found', 'version_mismatch'],
    summary: 'Revoke an invitation; its code is void',
    tag,
  },
  getMailedInvitation: {
    right: 'none',
    method: 'get',
    path: '/v3/auth/pendinginvitationsnoauth/:code',
    role: 'public',
    params: byCode,
    response: MailedInvitationView,
    errors: ['invitation_not_found'],
    summary: 'Get the invitation of a mailed code',
    tag,
  },
  acceptInvitation: {
    right: 'none',
    method: 'post',
    path: '/v3/auth/invitations/:code/accept',
    role: 'signed_in',
    kinds: ordinaryUsers,
    refusal: 'users_only',
    identity: 'changes',
    params: byCode,
    response: TeammateView,
    errors: ['invitation_not_found', 'invitation_for_other_address'],
    summary: 'Join with a mailed code; a repeated call returns the same record',
    tag,
  },
});

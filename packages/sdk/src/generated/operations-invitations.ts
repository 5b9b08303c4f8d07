// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, CallCode, DeleteCode, ReadCode, UpdateCode, WriteCode } from './errors.ts';
import type { InvitationView, MailedInvitationView, TeammateView } from './types.ts';

export type AcceptInvitationParams = { code: string };

export type GetMailedInvitationParams = { code: string };

export type ListInvitationsParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | "email" | null;
  sort?: "createdAt" | "email" | null;
  direction?: 1 | -1 | null;
};

export type DeleteInvitationParams = { id_project?: string; invitation_id: string };

export type GetInvitationParams = { id_project?: string; invitation_id: string };

export type UpdateInvitationParams = { id_project?: string; invitation_id: string } & {
  /** Role that the person will have. */
  role?: "agent" | "admin" | null;
  /** First name. */
  firstname?: string | null;
  /** Last name. */
  lastname?: string | null;
  /** Whether the person will take requests from the start. */
  user_available?: boolean | null;
};

export type ResendInvitationParams = { id_project?: string; invitation_id: string };

export type InviteTeammateParams = { id_project?: string } & {
  /** E-mail address that is invited. */
  email: string;
  /** Role that the person will have. */
  role?: "agent" | "admin" | null;
  /** First name. */
  firstname?: string | null;
  /** Last name. */
  lastname?: string | null;
  /** Whether the person will take requests from the start. */
  user_available?: boolean | null;
};

/**
 * Join with a mailed code; a repeated call returns the same record.
 *
 * For any signed-in caller. Codes: `invitation_not_found`, `invitation_for_other_address`.
 *
 * @example await acceptInvitation(parley, { code });
 */
export const acceptInvitation: Operation<AcceptInvitationParams, TeammateView, CallCode | WriteCode | 'invitation_not_found' | 'invitation_for_other_address' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only' | 'route_not_found' | 'version_mismatch'> =
  /* @__PURE__ */ operation('acceptInvitation', 'POST /v3/auth/invitations/:code/accept');

/**
 * Get the invitation of a mailed code.
 *
 * Public. Codes: `invitation_not_found`.
 *
 * @example await getMailedInvitation(parley, { code });
 */
export const getMailedInvitation: Operation<GetMailedInvitationParams, MailedInvitationView, CallCode | 'invitation_not_found' | 'route_not_found'> =
  /* @__PURE__ */ operation('getMailedInvitation', 'GET /v3/auth/pendinginvitationsnoauth/:code');

/**
 * List pending invitations, including expired ones.
 *
 * Minimum role: admin.
 *
 * @example await listInvitations(parley);
 */
export const listInvitations: Operation<ListInvitationsParams, InvitationView[], ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listInvitations', 'GET pendinginvitations');

/**
 * Revoke an invitation; its code is void.
 *
 * Minimum role: admin. Codes: `invitation_not_found`, `version_mismatch`.
 *
 * @example await deleteInvitation(parley, { invitation_id });
 */
export const deleteInvitation: Operation<DeleteInvitationParams, InvitationView, DeleteCode | 'invitation_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteInvitation', 'DELETE pendinginvitations/:invitation_id');

/**
 * Get an invitation.
 *
 * Minimum role: admin. Codes: `invitation_not_found`.
 *
 * @example await getInvitation(parley, { invitation_id });
 */
export const getInvitation: Operation<GetInvitationParams, InvitationView, ReadCode | 'invitation_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getInvitation', 'GET pendinginvitations/:invitation_id');

/**
 * Change the role of an invitation; its address stays.
 *
 * Minimum role: admin. Codes: `invitation_not_found`, `version_mismatch`. Limits: `firstname` ≤ 64 characters, `lastname` ≤ 64 characters.
 *
 * @example await updateInvitation(parley, { invitation_id, role: 'admin' });
 */
export const updateInvitation: Operation<UpdateInvitationParams, InvitationView, UpdateCode | 'invitation_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateInvitation', 'PUT pendinginvitations/:invitation_id');

/**
 * Resend an invitation with a new code, valid for another 30 days; the old code is void.
 *
 * Minimum role: admin. Codes: `invitation_not_found`, `rate_limited`.
 *
 * @example await resendInvitation(parley, { invitation_id });
 */
export const resendInvitation: Operation<ResendInvitationParams, {
  /** Always true in a success. */
  success: true;
  /** The invitation. */
  pendingInvitation: InvitationView;
}, ReadCode | 'invitation_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('resendInvitation', 'GET pendinginvitations/resendinvite/:invitation_id');

/**
 * Invite a person: a registered person joins at once, any other gets a mail with a code.
 *
 * Minimum role: admin. Codes: `invite_self`, `already_teammate`, `invitation_pending`, `rate_limited`. Limits: `email` ≤ 254 characters, `firstname` ≤ 64 characters, `lastname` ≤ 64 characters.
 *
 * @example await inviteTeammate(parley, { email: 'grace@acme.io', role: 'admin' });
 */
export const inviteTeammate: Operation<InviteTeammateParams, TeammateView | {
  /** Sentence for people. */
  msg: string;
  /** The invitation. */
  pendingInvitation: InvitationView;
}, ReadCode | BodyCode | WriteCode | 'invite_self' | 'already_teammate' | 'invitation_pending' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('inviteTeammate', 'POST project_users/invite');

import { z } from 'zod';

import { teamPeople } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { AnyPathId, maybe, PathId, Timestamp, text } from '../fields.ts';
import { EmailAddress, GivenPassword, NewPassword, PersonName, PhoneNumber, UserUpdate } from './user.fields.ts';
import { SignedInUserView, UserView } from './user.views.ts';

const Done = z.object({ success: z.literal(true), message: z.string() });

const own = { role: 'signed_in', kinds: ['user'], refusal: 'users_only', tag: 'Users' } as const;
const open = { role: 'public', idempotency: 'ignored', tag: 'Sign-in' } as const;

export const SignedInView = z.object({
  success: z.literal(true),
  token: z.string(),
  expiresAt: Timestamp,
  user: SignedInUserView,
});
export type SignedInView = z.output<typeof SignedInView>;

/** Sign-up, sign-in, e-mail, password and the signed-in user. Source: contract 10 section 4. */
export const userApi = defineApi('workspace', {
  signUp: {
    right: 'none',
    ...open,
    method: 'post',
    path: '/v3/auth/signup',
    rate: 'sign_up',
    identity: 'changes',
    body: z.object({
      email: EmailAddress,
      password: NewPassword,
      firstname: PersonName,
      lastname: PersonName,
      phone: maybe(PhoneNumber),
      invitation: maybe(text(200, 1)),
    }),
    response: z.object({ success: z.literal(true), msg: z.string(), user: UserView }),
    errors: ['email_taken', 'invitation_not_found', 'invitation_for_other_address', 'signup_closed', 'busy'],
    summary: 'Create an account',
    example: { body: { email: 'ada@acme.io', password: 'analytical engine', firstname: 'Ada', lastname: 'Lovelace' } },
  },
  signIn: {
    right: 'none',
    ...open,
    method: 'post',
    path: '/v3/auth/signin',
    rate: 'sign_in',
    body: z.object({ email: text(254, 1).trim().toLowerCase(), password: GivenPassword }),
    response: SignedInView,
    errors: ['invalid_credentials', 'second_factor_required', 'rate_limited', 'busy', 'sign_in_by_connection'],
    summary: 'Sign in with e-mail and password',
    example: { body: { email: 'ada@acme.io', password: 'analytical engine' } },
  },
  verifyEmail: {
    right: 'none',
    ...open,
    method: 'put',
    path: '/v3/auth/verifyemail/:id_user/:code',
    rate: 'recovery',
    identity: 'changes',
    params: z.object({ id_user: PathId, code: AnyPathId }),
    response: UserView,
    errors: ['verification_code_invalid'],
    summary: 'Verify an e-mail address with the mailed code',
  },
  requestPasswordReset: {
    right: 'none',
    ...open,
    method: 'put',
    path: '/v3/auth/requestresetpsw',
    rate: 'recovery',
    body: z.object({ email: EmailAddress }),
    response: z.object({ success: z.literal(true), msg: z.string(), message: z.string() }),
    errors: [],
    summary: 'Send a password reset mail, if the user exists',
  },
  checkPasswordResetKey: {
    right: 'none',
    ...open,
    method: 'get',
    path: '/v3/auth/checkpswresetkey/:key',
    rate: 'recovery',
    params: z.object({ key: AnyPathId }),
    response: Done.extend({ user: z.object({ _id: z.string() }) }),
    errors: ['reset_key_invalid'],
    summary: 'Check whether a reset key is still valid',
  },
  resetPassword: {
    right: 'none',
    ...open,
    method: 'put',
    path: '/v3/auth/resetpsw/:key',
    rate: 'recovery',
    identity: 'changes',
    params: z.object({ key: AnyPathId }),
    body: z.object({ password: NewPassword }),
    response: Done.extend({ user: UserView }),
    errors: ['reset_key_invalid', 'busy'],
    summary: 'Set a new password with a mailed key',
  },
  getUser: {
    right: 'none',
    ...own,
    method: 'get',
    path: '/v3/users',
    kinds: teamPeople,
    response: UserView,
    errors: [],
    summary: 'Get the signed-in user',
  },
  updateUser: {
    right: 'none',
    ...own,
    method: 'put',
    path: '/v3/users',
    identity: 'changes',
    body: UserUpdate,
    response: z.object({ success: z.literal(true), updatedUser: UserView }),
    errors: [],
    summary: 'Change one’s own profile',
  },
  changePassword: {
    right: 'none',
    ...own,
    method: 'put',
    path: '/v3/users/changepsw',
    identity: 'changes',
    body: z.object({ oldpsw: GivenPassword, newpsw: NewPassword }),
    response: Done,
    errors: ['wrong_password', 'password_unchanged', 'rate_limited', 'busy'],
    summary: 'Change one’s own password; all other tokens are revoked',
  },
  resendVerificationMail: {
    right: 'none',
    ...own,
    method: 'get',
    path: '/v3/users/resendverifyemail',
    response: Done,
    errors: [],
    summary: 'Send a new verification code; the old one is void',
  },
  deleteUser: {
    right: 'none',
    ...own,
    method: 'delete',
    path: '/v3/users',
    aliases: ['/v3/users/physical'],
    identity: 'changes',
    response: z.object({ success: z.literal(true), updatedUser: UserView }),
    errors: [],
    summary: 'Delete one’s own account permanently',
  },
});

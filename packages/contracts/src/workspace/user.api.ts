import { z } from 'zod';

import { teamPeople } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { AnyPathId, maybe, PathId, Timestamp, text } from '../fields.ts';
import { EmailAddress, GivenPassword, NewPassword, PersonName, PhoneNumber, UserUpdate } from './user.fields.ts';
import { SignedInUserView, UserView } from './user.views.ts';

const Done = z.object({ success: z.literal(true), message: z.string() });

const own = { role: 'signed_in', kinds: ['user'], refusal: 'users_only', tag: 'Users' } as const;
const open = { role: 'public', idempotency: 'ignored', tag: 'Sign-in' } as const;

/** Sign-up, sign-in, e-mail, password and the signed-in user. Source: contract 10 section 4. */
export const userApi = defineApi('workspace', {
  signUp: {
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
    summary: 'Make an account',
    example: { body: { email: 'ada@acme.io', password: 'analytical engine', firstname: 'Ada', lastname: 'Lovelace' } },
  },
  signIn: {
    ...open,
    method: 'post',
    path: '/v3/auth/signin',
    rate: 'sign_in',
    body: z.object({ email: text(254, 1).trim().toLowerCase(), password: GivenPassword }),
    response: z.object({ success: z.literal(true), token: z.string(), expiresAt: Timestamp, user: SignedInUserView }),
    errors: ['invalid_credentials', 'rate_limited', 'busy'],
    summary: 'Sign in with e-mail and password',
    example: { body: { email: 'ada@acme.io', password: 'analytical engine' } },
  },
  verifyEmail: {
    ...open,
    method: 'put',
    path: '/v3/auth/verifyemail/:id_user/:code',
    rate: 'recovery',
    identity: 'changes',
    params: z.object({ id_user: PathId, code: AnyPathId }),
    response: UserView,
    errors: ['verification_code_invalid'],
    summary: 'Prove an e-mail address with the code that was mailed to it',
  },
  requestPasswordReset: {
    ...open,
    method: 'put',
    path: '/v3/auth/requestresetpsw',
    rate: 'recovery',
    body: z.object({ email: EmailAddress }),
    response: z.object({ success: z.literal(true), msg: z.string(), message: z.string() }),
    errors: [],
    summary: 'Mail a key for a new password, if there is such a user',
  },
  checkPasswordResetKey: {
    ...open,
    method: 'get',
    path: '/v3/auth/checkpswresetkey/:key',
    rate: 'recovery',
    params: z.object({ key: AnyPathId }),
    response: Done.extend({ user: z.object({ _id: z.string() }) }),
    errors: ['reset_key_invalid'],
    summary: 'Tell whether a reset key is still good',
  },
  resetPassword: {
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
    ...own,
    method: 'get',
    path: '/v3/users',
    kinds: teamPeople,
    response: UserView,
    errors: [],
    summary: 'The signed-in user',
  },
  updateUser: {
    ...own,
    method: 'put',
    path: '/v3/users',
    identity: 'changes',
    body: UserUpdate,
    response: z.object({ success: z.literal(true), updatedUser: UserView }),
    errors: [],
    summary: 'Change the own profile',
  },
  changePassword: {
    ...own,
    method: 'put',
    path: '/v3/users/changepsw',
    identity: 'changes',
    body: z.object({ oldpsw: GivenPassword, newpsw: NewPassword }),
    response: Done,
    errors: ['wrong_password', 'password_unchanged', 'rate_limited', 'busy'],
    summary: 'Change the own password; every other token ends',
  },
  resendVerificationMail: {
    ...own,
    method: 'get',
    path: '/v3/users/resendverifyemail',
    response: Done,
    errors: [],
    summary: 'Mail a new verification code; the old one is void',
  },
  deleteUser: {
    ...own,
    method: 'delete',
    path: '/v3/users',
    aliases: ['/v3/users/physical'],
    identity: 'changes',
    response: z.object({ success: z.literal(true), updatedUser: UserView }),
    errors: [],
    summary: 'Delete the own account for good',
  },
});

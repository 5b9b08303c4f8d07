// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, CallCode, WriteCode } from './errors.ts';
import type { UserUpdateInput, UserView } from './types.ts';

export type DeleteUserParams = object;

export type GetUserParams = object;

export type UpdateUserParams = UserUpdateInput;

export type ChangePasswordParams = {
  /** Current password. */
  oldpsw: string;
  /** New password, 8 to 256 characters. */
  newpsw: string;
};

export type ResendVerificationMailParams = object;

/**
 * Delete one’s own account permanently.
 *
 * For any signed-in caller.
 *
 * @example await deleteUser(parley);
 */
export const deleteUser: Operation<DeleteUserParams, {
  /** Always true in a success. */
  success: true;
  /** The user after the change. */
  updatedUser: UserView;
}, CallCode | WriteCode | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only' | 'version_mismatch'> =
  /* @__PURE__ */ operation('deleteUser', 'DELETE /v3/users');

/**
 * Get the signed-in user.
 *
 * For any signed-in caller.
 *
 * @example await getUser(parley);
 */
export const getUser: Operation<GetUserParams, UserView, CallCode | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only'> =
  /* @__PURE__ */ operation('getUser', 'GET /v3/users');

/**
 * Change one’s own profile.
 *
 * For any signed-in caller. Limits: `firstname` ≤ 64 characters, `lastname` ≤ 64 characters, `description` ≤ 2000 characters, `public_email` ≤ 254 characters, `public_website` ≤ 300 characters.
 *
 * @example await updateUser(parley, { firstname: 'Ada', lastname: 'Lovelace', description: 'Hello, I need help with my order.', public_email: 'ada@example.com', public_website: 'https://shop.example/cart', phone: '+390412345678', attributes: {  } });
 */
export const updateUser: Operation<UpdateUserParams, {
  /** Always true in a success. */
  success: true;
  /** The user after the change. */
  updatedUser: UserView;
}, CallCode | BodyCode | WriteCode | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only' | 'version_mismatch'> =
  /* @__PURE__ */ operation('updateUser', 'PUT /v3/users');

/**
 * Change one’s own password; all other tokens are revoked.
 *
 * For any signed-in caller. Codes: `wrong_password`, `password_unchanged`, `rate_limited`, `busy`. Limits: `oldpsw` ≤ 256 characters, `newpsw` ≤ 256 characters.
 *
 * @example await changePassword(parley, { oldpsw: 'correct horse', newpsw: 'correct horse' });
 */
export const changePassword: Operation<ChangePasswordParams, {
  /** Always true in a success. */
  success: true;
  /** Sentence for people. */
  message: string;
}, CallCode | BodyCode | WriteCode | 'wrong_password' | 'password_unchanged' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only' | 'version_mismatch'> =
  /* @__PURE__ */ operation('changePassword', 'PUT /v3/users/changepsw');

/**
 * Send a new verification code; the old one is void.
 *
 * For any signed-in caller.
 *
 * @example await resendVerificationMail(parley);
 */
export const resendVerificationMail: Operation<ResendVerificationMailParams, {
  /** Always true in a success. */
  success: true;
  /** Sentence for people. */
  message: string;
}, CallCode | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only'> =
  /* @__PURE__ */ operation('resendVerificationMail', 'GET /v3/users/resendverifyemail');

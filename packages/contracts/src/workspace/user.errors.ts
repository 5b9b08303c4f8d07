import { defineErrors } from '../errors.ts';

/** Codes of contract 10 section 4. */
export const userErrors = defineErrors({
  email_taken: ['conflict', 'There is an account with this e-mail address already.'],
  signup_closed: ['forbidden', 'Signing up needs an invitation.'],
  invalid_credentials: ['unauthorized', 'The e-mail address or the password is not right.'],
  sign_in_code_invalid: ['unauthorized', 'The sign-in code is not valid, or no longer.'],
  /** `error_code` 10005 is what existing clients branch on. */
  verification_code_invalid: ['unauthorized', 'The verification code is not valid, or no longer.'],
  reset_key_invalid: ['not_found', 'The key is not valid, or no longer.'],
  wrong_password: ['unauthorized', 'The old password is not right.'],
  password_unchanged: ['forbidden', 'The new password must differ from the old one.'],
});

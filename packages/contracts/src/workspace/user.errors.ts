import { defineErrors } from '../errors.ts';

/** Codes of contract 10 section 4. */
export const userErrors = defineErrors({
  email_taken: ['conflict', 'An account with this email address already exists.'],
  signup_closed: ['forbidden', 'You need an invitation to sign up.'],
  invalid_credentials: ['unauthorized', 'The email address or password is incorrect.'],
  sign_in_code_invalid: ['unauthorized', 'The sign-in code is invalid or has expired.'],
  /** `error_code` 10005 is what existing clients branch on. */
  verification_code_invalid: ['unauthorized', 'The verification code is invalid or has expired.'],
  reset_key_invalid: ['not_found', 'The key is invalid or has expired.'],
  wrong_password: ['unauthorized', 'The old password is incorrect.'],
  password_unchanged: ['forbidden', 'The new password must differ from the old one.'],
});

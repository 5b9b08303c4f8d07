import { defineErrors } from '../errors.ts';

/** Codes of contract 12 section 2, for a project's own connections. */
export const signInErrors = defineErrors({
  domain_not_found: ['not_found', 'The project has no such domain.'],
  domain_taken: ['conflict', 'Another project has verified this domain.'],
  domain_not_proved: ['invalid', 'The domain is not verified; its TXT record is missing.'],
  issuer_invalid: ['invalid', 'There is no OpenID provider at this address.'],
  sign_in_by_connection: ['forbidden', 'Your organization requires you to sign in through its own connection.'],
});

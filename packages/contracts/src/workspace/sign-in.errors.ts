import { defineErrors } from '../errors.ts';

/** Codes of contract 12 section 2, for a project's own connections. */
export const signInErrors = defineErrors({
  domain_not_found: ['not_found', 'The project has no such domain.'],
  domain_taken: ['conflict', 'Another project has proved this domain.'],
  domain_not_proved: ['invalid', 'The project has not proved the domain; its TXT record is missing.'],
  issuer_invalid: ['invalid', 'The address is not that of an OpenID provider.'],
  sign_in_by_connection: ['forbidden', 'Your organisation has you sign in by its own connection.'],
});

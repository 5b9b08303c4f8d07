import { defineErrors } from '../errors.ts';

/** Codes of contract 12 section 2. A returning browser sees them on the page that it is redirected to. */
export const oidcErrors = defineErrors({
  connection_not_found: ['not_found', 'There is no sign-in connection with this id.'],
  issuer_unreachable: ['unavailable', 'The identity provider cannot be reached.'],
  sign_in_refused: ['unauthorized', 'The identity provider did not sign you in.'],
  logout_token_invalid: ['bad_request', 'The logout token is not valid.'],
  claims_missing: ['forbidden', 'The identity provider did not say which groups you are in.'],
  not_invited: ['forbidden', 'You need an invitation to sign in this way.'],
});

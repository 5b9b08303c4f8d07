import { defineErrors } from '../errors.ts';

/** Codes of the gateway alone. Source: contract 10 section 3 and 10. */
export const gatewayErrors = defineErrors({
  authorization_malformed: ['bad_request', 'The Authorization header is malformed.'],
});

import { defineErrors } from '../errors.ts';

/** Codes of contract 12 section 4. */
export const apiTokenErrors = defineErrors({
  token_ended: ['conflict', 'The token has been revoked or has expired; create a new one.'],
});

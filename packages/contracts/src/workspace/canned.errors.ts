import { defineErrors } from '../errors.ts';

/** Codes of contract 11 section 10. */
export const cannedErrors = defineErrors({
  canned_not_found: ['not_found', 'There is no canned response with this id in the project.'],
  not_your_canned_response: ['forbidden', 'Only its author, admins and owners may change this canned response.'],
});

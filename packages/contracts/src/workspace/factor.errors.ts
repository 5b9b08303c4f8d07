import { defineErrors } from '../errors.ts';

/** Codes of contract 12 section 1. `second_factor_required` has a `challenge` and its `methods` in its details, but not for Basic. */
export const factorErrors = defineErrors({
  second_factor_required: ['unauthorized', 'Signing in also requires a second factor.'],
  second_factor_missing: ['forbidden', 'This project requires a second factor; set one up first.'],
  recent_sign_in_required: ['forbidden', 'Confirm your password or a second factor first.'],
  factor_not_found: ['not_found', 'There is no second factor with this id.'],
});

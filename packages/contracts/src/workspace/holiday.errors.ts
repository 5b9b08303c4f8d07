import { defineErrors } from '../errors.ts';

/** Codes of contract 25 section 6. */
export const holidayErrors = defineErrors({
  holiday_not_found: ['not_found', 'There is no holiday with this id in the project.'],
});

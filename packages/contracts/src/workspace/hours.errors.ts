import { defineErrors } from '../errors.ts';

/** Codes of contract 11 section 3. */
export const hoursErrors = defineErrors({
  time_slot_not_found: ['not_found', 'The project has no time slot with this id.'],
});

import { defineErrors } from '../errors.ts';

/** Codes of contract 11 section 7. */
export const groupErrors = defineErrors({
  group_not_found: ['not_found', 'There is no group with this id in the project.'],
  /** `conflict` in the details is the `_id` of the department. */
  group_in_use: ['conflict', 'A department uses this group.'],
  /** `ids` in the details are those of no active teammate. */
  not_a_teammate: ['invalid', 'Every member must be an active teammate.'],
});

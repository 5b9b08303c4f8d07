import { defineErrors } from '../errors.ts';

/** Codes of contract 12 section 5. `conflict` in the details is the `_id` of a teammate who has the role. */
export const roleErrors = defineErrors({
  role_not_found: ['not_found', 'There is no role with this id in the project.'],
  role_in_use: ['conflict', 'Teammates have this role; give them another one first.'],
});

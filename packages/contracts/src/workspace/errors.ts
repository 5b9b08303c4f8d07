import { defineErrors } from '../errors.ts';

/** Codes of contract 10 sections 4 to 7. */
export const accessErrors = defineErrors({
  token_not_found: ['not_found', 'There is no token with this id.'],
  role_not_provisionable: ['forbidden', 'A project may provision agents only.'],
});

/** Codes of contract 11 section 1. */
export const projectErrors = defineErrors({
  project_not_found: ['not_found', 'There is no project with this id.'],
  owner_required: ['forbidden', 'Only an owner of the project may do this.'],
});

/** Codes of contract 11 section 5. */
export const teammateErrors = defineErrors({
  teammate_not_found: ['not_found', 'There is no teammate with this id in the project.'],
  not_removed: ['conflict', 'This teammate has not been removed.'],
  last_owner: ['conflict', 'The project would be left without an active owner.'],
});

/** Codes of contract 11 section 6. `conflict` in the details is the `_id` of the teammate or invitation in the way. */
export const invitationErrors = defineErrors({
  invite_self: ['forbidden', 'You cannot invite yourself.'],
  already_teammate: ['conflict', 'This person is already a teammate.'],
  invitation_pending: ['conflict', 'This address has already been invited.'],
  invitation_not_found: ['not_found', 'The invitation does not exist or is no longer valid.'],
  invitation_for_other_address: ['forbidden', 'This invitation is for another email address.'],
});

/** Codes of contract 11 section 8. */
export const departmentErrors = defineErrors({
  department_not_found: ['not_found', 'There is no department with this id in the project.'],
  default_department: ['conflict', 'A project always has a default department; mark another one first.'],
});

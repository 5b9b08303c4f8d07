import { defineErrors } from '../errors.ts';

/** Codes of contract 11 section 4. */
export const banErrors = defineErrors({
  would_lock_you_out: ['invalid', 'This change would block your own IP address.'],
  cannot_ban_teammate: ['invalid', 'Teammates cannot be banned; remove or disable them.'],
  ban_not_found: ['not_found', 'The project has no ban with this id.'],
});

import { defineErrors } from '../errors.ts';

/** Codes of contract 82 section 15. */
export const pushErrors = defineErrors({
  push_off: ['conflict', 'This installation sends no push notifications: it has no `VAPID_PRIVATE_KEY`.'],
  push_session_required: ['forbidden', 'A push device belongs to a session: sign in, and call with a token.'],
  push_device_not_found: ['not_found', 'You have no push device with this id in the project.'],
});

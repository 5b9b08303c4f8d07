import { defineErrors } from '../errors.ts';

/** Source: contract 30 section 5. */
export const erasureErrors = defineErrors({
  erasure_not_found: ['not_found', 'There is no such erasure.'],
  erasure_running: ['conflict', 'This lead is already being erased.'],
});

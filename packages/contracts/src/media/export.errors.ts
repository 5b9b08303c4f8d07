import { defineErrors } from '../errors.ts';

/** Source: contract 90 section 7. */
export const exportErrors = defineErrors({
  export_not_found: ['not_found', 'There is no export with this id in the project.'],
  part_not_found: ['not_found', 'There is no such part, or its URL is not valid; ask for a new one.'],
  export_running: ['conflict', 'An export of this project is running.'],
  export_unfinished: ['conflict', 'The export is not finished, or it failed: it has no parts.'],
  export_expired: ['gone', 'The export has expired, and its parts are gone.'],
});

import { defineErrors } from '../errors.ts';

/** Of imports, between services. Source: contract 90 section 4. */
export const transferErrors = defineErrors({
  project_exists: ['conflict', 'A project with this id exists, and this import did not create it.'],
  import_closed: ['conflict', 'The import is not open: it was activated or discarded, or it never began.'],
  import_changed: [
    'conflict',
    'The archive has changed since this import began; discard the import, then start again.',
  ],
});

import { defineErrors } from '../errors.ts';

/** Source: contract 40 sections 2.4, 2.6 and 2.7. */
export const analyticsErrors = defineErrors({
  unknown_tag_type: ['not_found', 'There are no figures for tags of this type.'],
  figures_not_ready: ['unavailable', 'The figures are not complete yet.'],
  run_not_found: ['not_found', 'There is no such run.'],
  reconcile_running: ['conflict', 'A run of this project is already in progress.'],
});

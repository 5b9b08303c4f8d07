import { defineErrors } from '../errors.ts';

/** Codes of contract 11 section 11. */
export const labelErrors = defineErrors({
  language_not_found: ['not_found', 'The project has no labels in this language.'],
  language_not_shipped: ['not_found', 'There are no predefined labels in this language.'],
  default_language: ['conflict', 'This is the default language; make another one the default first.'],
});

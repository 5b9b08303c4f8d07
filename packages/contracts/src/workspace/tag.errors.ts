import { defineErrors } from '../errors.ts';

/** Codes of contract 11 section 9. `conflict` in the details is the `_id` of the tag that has the name. */
export const tagErrors = defineErrors({
  tag_not_found: ['not_found', 'There is no tag with this id in the project.'],
  tag_exists: ['conflict', 'The project already has a tag with this name.'],
});

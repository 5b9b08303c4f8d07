import { updateProject } from './update-project.ts';

/** The same change by the other method that clients use. */
export const patchProject = updateProject;

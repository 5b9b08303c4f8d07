import { updateProject } from './update-project.ts';

/** Clients use either method for the same change. */
export const patchProject = updateProject;

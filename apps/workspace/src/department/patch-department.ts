import { updateDepartment } from './update-department.ts';

/** Clients use either method for the same change. */
export const patchDepartment = updateDepartment;

import { updateDepartment } from './update-department.ts';

/** The same change by the other method that clients use. */
export const patchDepartment = updateDepartment;

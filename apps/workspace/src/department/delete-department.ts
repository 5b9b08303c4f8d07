import type { departmentApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { remove, viewOf } from './department.ts';

type DeleteDepartment = Operation<typeof departmentApi.deleteDepartment, Context>;

export const deleteDepartment: DeleteDepartment = async (context, _actor, { id_project, department_id }) => {
  const at = new Date();
  return viewOf(await context.departments.remove(id_project, department_id, (current) => remove(current, at)));
};

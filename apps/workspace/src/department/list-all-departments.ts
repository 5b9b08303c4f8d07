import type { departmentApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit';

import type { Context } from '../context.ts';
import { DepartmentStatus, viewOf } from './department.ts';

type ListAllDepartments = Operation<typeof departmentApi.listAllDepartments, Context>;

export const listAllDepartments: ListAllDepartments = async (context, _actor, { id_project, sort }) => {
  const departments = await context.departments.list(id_project, DepartmentStatus.hidden, sort ? 'name' : 'id');
  return departments.map(viewOf);
};

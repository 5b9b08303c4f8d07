import { type departmentApi, departmentErrors, projectErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { DepartmentStatus, publicViewOf, seesWhole, viewOf } from './department.ts';

type GetDepartment = Operation<typeof departmentApi.getDepartment, Context>;

export const getDepartment: GetDepartment = async (context, actor, { id_project, department_id }) => {
  if ((await context.projects.directoryVersionOf(id_project)) === undefined) throw projectErrors.project_not_found();

  const department = await context.departments.find(id_project, department_id);
  const isWhole = seesWhole(actor);
  if (!department || (!isWhole && department.status !== DepartmentStatus.visible)) {
    throw departmentErrors.department_not_found();
  }
  return isWhole ? viewOf(department) : publicViewOf(department);
};

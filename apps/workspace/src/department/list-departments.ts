import { type departmentApi, projectErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit';

import type { Context } from '../context.ts';
import { DepartmentStatus, publicViewOf, seesWhole, viewOf } from './department.ts';

type ListDepartments = Operation<typeof departmentApi.listDepartments, Context>;

export const listDepartments: ListDepartments = async (context, actor, { id_project, sort }) => {
  if ((await context.projects.rosterVersionOf(id_project)) === undefined) throw projectErrors.project_not_found();

  const departments = await context.departments.list(id_project, DepartmentStatus.visible, sort ? 'name' : 'id');
  const view = seesWhole(actor) ? viewOf : publicViewOf;
  // Both views start with the same members; which one it is depends on the reader alone.
  return departments.filter(({ status }) => status === DepartmentStatus.visible).map((department) => view(department));
};

import type { departmentApi } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { DepartmentStatus, viewOf } from './department.ts';

type ListAllDepartments = Operation<typeof departmentApi.listAllDepartments, Context>;

export const listAllDepartments: ListAllDepartments = async (context, _actor, { id_project, sort, ...query }) => {
  const wanted = { ...query, byName: Boolean(sort) };
  const { departments, next } = await context.departments.list(id_project, DepartmentStatus.hidden, wanted);
  const views = departments.map(viewOf);
  return next ? answer(views, { link: nextLink(next, { ...query, sort }) }) : views;
};

import { type departmentApi, projectErrors } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { DepartmentStatus, publicViewOf, seesWhole, viewOf } from './department.ts';

type ListDepartments = Operation<typeof departmentApi.listDepartments, Context>;

export const listDepartments: ListDepartments = async (context, actor, { id_project, sort, ...query }) => {
  if ((await context.projects.directoryVersionOf(id_project)) === undefined) throw projectErrors.project_not_found();

  const wanted = { ...query, byName: Boolean(sort) };
  const { departments, next } = await context.departments.list(id_project, DepartmentStatus.visible, wanted);
  const view = seesWhole(actor) ? viewOf : publicViewOf;
  // Both views share their first members; the reader's role decides which one is returned.
  const views = departments.map((department) => view(department));
  return next ? answer(views, { link: nextLink(next, { ...query, sort }) }) : views;
};

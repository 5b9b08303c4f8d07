import type { departmentApi } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { newDepartment, viewOf } from './department.ts';
import { departmentUpdateOf } from './department-update.ts';
import { refuseUnknownBot, refuseUnknownGroups } from './references.ts';

type CreateDepartment = Operation<typeof departmentApi.createDepartment, Context>;

export const createDepartment: CreateDepartment = async (context, actor, { id_project: projectId, ...input }) => {
  const wanted = { ...departmentUpdateOf(input), name: input.name };
  await refuseUnknownBot(context, projectId, wanted);

  const at = new Date();
  const department = newDepartment(newId(at), projectId, wanted, actor.id, at);
  const stored = await context.db.transaction(async () => {
    await context.projects.lockTeam(projectId);
    await refuseUnknownGroups(context, department);
    return context.departments.insert(department);
  });
  return viewOf(stored);
};

import type { projectApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit';

import type { Context } from '../context.ts';
import { provisionsAgents, update, viewOf } from './project.ts';

type UpdateProject = Operation<typeof projectApi.updateProject, Context>;

export const updateProject: UpdateProject = async (context, actor, { id_project, ...wanted }) => {
  const at = new Date();
  const project = await context.db.transaction(async () => {
    const { before, after } = await context.projects.change(id_project, (current) =>
      update(current, wanted, actor.role, at),
    );
    if (provisionsAgents(before) && !provisionsAgents(after)) await context.provisioned.switchOff(id_project, at);
    return after;
  });
  return viewOf(project, actor.role);
};

import type { projectApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './project.ts';
import { remove } from './project-change.ts';

type DeleteProject = Operation<typeof projectApi.deleteProject, Context>;

export const deleteProject: DeleteProject = async (context, actor, { id_project }) => {
  const at = new Date();
  const project = await context.db.transaction(async () => {
    // Blocks visitors from signing in meanwhile: their tokens would survive the project.
    await context.projects.lockWhole(id_project);
    const { after } = await context.projects.change(id_project, (current) => remove(current, at));
    await context.tokens.revokeOfProject(id_project, 'all', 'deleted');
    return after;
  });
  return viewOf(project, actor.role);
};

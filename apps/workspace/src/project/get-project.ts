import { commonErrors, type projectApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './project.ts';

type GetProject = Operation<typeof projectApi.getProject, Context>;

export const getProject: GetProject = async (context, actor, { id_project }) => {
  const project = await context.projects.find(id_project);
  if (!project) throw commonErrors.not_a_member();
  return viewOf(project, actor.role);
};

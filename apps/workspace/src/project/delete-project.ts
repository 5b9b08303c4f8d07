import type { projectApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { endProject } from './end-project.ts';
import { viewOf } from './project.ts';

type DeleteProject = Operation<typeof projectApi.deleteProject, Context>;

export const deleteProject: DeleteProject = async (context, actor, { id_project }) =>
  viewOf(await endProject(context, id_project), actor.role);

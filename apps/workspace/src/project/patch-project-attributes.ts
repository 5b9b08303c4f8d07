import type { projectApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './project.ts';
import { patchAttributes } from './project-change.ts';

type PatchProjectAttributes = Operation<typeof projectApi.patchProjectAttributes, Context>;

export const patchProjectAttributes: PatchProjectAttributes = async (context, actor, { id_project, members }) => {
  const at = new Date();
  const { after } = await context.projects.change(id_project, (current) => patchAttributes(current, members, at));
  return viewOf(after, actor.role);
};

import { type requestApi, requestErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { actorIn } from '../directory/actor-in.ts';

type LookupRequestProject = Operation<typeof requestApi.lookupRequestProject, Context>;

const idWithProject = /^support-group-([0-9a-f]{24})-/;

export const lookupRequestProject: LookupRequestProject = async (context, actor, input) => {
  const projectId = idWithProject.exec(input.request_id)?.[1];
  // A caller bound to one project learns nothing of another.
  if (!projectId || (actor.projectId && actor.projectId !== projectId)) throw requestErrors.request_not_found();

  // The path names no project, so the gateway could not resolve the caller's role there.
  const there = await actorIn(context, projectId, actor);
  if (!there) throw requestErrors.request_not_found();

  await context.requestQueries.get(there, projectId, input.request_id);
  return { id_project: projectId };
};

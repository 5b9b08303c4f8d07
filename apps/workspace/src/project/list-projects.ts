import { type projectApi, type Role, roles } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf as teammateViewOf } from '../teammate/teammate.ts';
import { viewOf } from './project.ts';

type ListProjects = Operation<typeof projectApi.listProjects, Context>;

export const listProjects: ListProjects = async (context, actor, query) => {
  const { found, next } = await context.ownProjects.list(actor.id, query);
  const views = found.map(({ teammate, project }) => ({
    ...teammateViewOf(teammate, 'id'),
    id_project: viewOf(project, asRole(teammate.role)),
  }));
  return next ? answer(views, { link: nextLink(next, { ...query }) }) : views;
};

function asRole(word: string | null): Role | undefined {
  return roles.find((role) => role === word);
}

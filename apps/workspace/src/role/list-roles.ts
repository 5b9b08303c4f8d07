import type { roleApi } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './role.ts';

type ListRoles = Operation<typeof roleApi.listRoles, Context>;

export const listRoles: ListRoles = async (context, _actor, { id_project, ...query }) => {
  const { roles, next } = await context.roles.list(id_project, query);
  const views = roles.map(viewOf);
  return next ? answer(views, { link: nextLink(next, query) }) : views;
};

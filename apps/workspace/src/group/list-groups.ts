import type { groupApi } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { groupViewOf } from './group.ts';

type ListGroups = Operation<typeof groupApi.listGroups, Context>;

export const listGroups: ListGroups = async (context, _actor, { id_project, member, ...query }) => {
  const { groups, next } = await context.groups.list(id_project, member, query);
  const views = groups.map(groupViewOf);
  return next ? answer(views, { link: nextLink(next, { ...query, member }) }) : views;
};

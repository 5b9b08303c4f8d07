import type { groupApi } from '@parley/contracts';
import { answer, nextLink, type Operation } from '@parley/service-kit';

import type { Context } from '../context.ts';
import { groupViewOf } from './group.ts';

type ListGroups = Operation<typeof groupApi.listGroups, Context>;

export const listGroups: ListGroups = async (context, _actor, { id_project, member, ...query }) => {
  const { groups, next } = await context.groups.list(id_project, member, query);
  const views = groups.map(groupViewOf);
  return next ? answer(views, { link: nextLink(next, { ...query, member }) }) : views;
};

import type { tagApi } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './tag.ts';

type ListTags = Operation<typeof tagApi.listTags, Context>;

export const listTags: ListTags = async (context, _actor, { id_project, ...query }) => {
  const { tags, next } = await context.tags.list(id_project, query);
  const views = tags.map(viewOf);
  return next ? answer(views, { link: nextLink(next, query) }) : views;
};

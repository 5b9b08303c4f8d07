import type { surveyApi } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type ListRatingComments = Operation<typeof surveyApi.listRatingComments, Context>;

export const listRatingComments: ListRatingComments = async (context, actor, { id_project, ...query }) => {
  const { comments, count, next } = await context.ratingComments.list(actor, id_project, query);
  const page = { perPage: query.limit, count, comments };
  return next ? answer(page, { link: nextLink(next, query) }) : page;
};

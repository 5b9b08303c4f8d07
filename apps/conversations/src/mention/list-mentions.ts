import type { mentionApi } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type ListMentions = Operation<typeof mentionApi.listMentions, Context>;

export const listMentions: ListMentions = async (context, actor, { id_project, ...query }) => {
  const { mentions, count, next } = await context.mentions.list(actor, id_project, query);
  const page = { perPage: query.limit, count, mentions };
  return next ? answer(page, { link: nextLink(next, query) }) : page;
};

import type { apiTokenApi } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { mayManageAll, viewOf } from './api-token.ts';

type ListApiTokens = Operation<typeof apiTokenApi.listApiTokens, Context>;

export const listApiTokens: ListApiTokens = async (context, actor, { id_project, ...query }) => {
  const { tokens, next } = await context.apiTokens.list(id_project, mayManageAll(actor) ? undefined : actor.id, query);
  const views = tokens.map(viewOf);
  return next ? answer(views, { link: nextLink(next, query) }) : views;
};

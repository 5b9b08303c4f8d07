import type { cannedApi } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './canned.ts';

type ListCannedResponses = Operation<typeof cannedApi.listCannedResponses, Context>;

export const listCannedResponses: ListCannedResponses = async (context, actor, { id_project, ...query }) => {
  const { found, next } = await context.canned.list(id_project, actor.id, query.full_text, query);
  const views = found.map(viewOf);
  return next ? answer(views, { link: nextLink(next, query) }) : views;
};

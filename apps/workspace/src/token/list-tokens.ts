import type { tokenApi } from '@parley/contracts';
import { answer, nextLink, type Operation } from '@parley/service-kit';

import type { Context } from '../context.ts';
import { ownerOf, viewOf } from './token.ts';

type ListTokens = Operation<typeof tokenApi.listTokens, Context>;

export const listTokens: ListTokens = async (context, actor, query) => {
  const owner = ownerOf(actor);
  if (!owner) return [];

  const { tokens, next } = await context.tokenHistory.list(owner, query);
  const views = tokens.map((token) => viewOf(token, actor.jti));
  return next ? answer(views, { link: nextLink(next, { ...query }) }) : views;
};

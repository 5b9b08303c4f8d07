import type { tokenApi } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

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

import type { tokenApi } from '@parley/contracts';
import { answer, nextLink, type Operation } from '@parley/service-kit';

import type { Context } from '../context.ts';
import { ownTokens } from './own-tokens.ts';
import { viewOf } from './token.ts';

type ListTokens = Operation<typeof tokenApi.listTokens, Context>;

export const listTokens: ListTokens = async (context, actor, query) => {
  const owner = await ownTokens(context, actor);
  if (!owner) return [];

  const { tokens, next } = await context.tokenHistory.list(owner, query);
  const views = tokens.map((token) => viewOf(token, actor.jti));
  return next ? answer(views, { link: nextLink(next, { ...query }) }) : views;
};

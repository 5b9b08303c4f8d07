import { accessErrors, type tokenApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { ownerOf, viewOf } from './token.ts';

type RevokeTokenById = Operation<typeof tokenApi.revokeTokenById, Context>;

export const revokeTokenById: RevokeTokenById = async (context, actor, { id }) => {
  const owner = ownerOf(actor);
  const token = owner && (await context.tokens.revokeOne(owner, { id }, 'user'));
  if (!token) throw accessErrors.token_not_found();
  return viewOf(token, actor.jti);
};

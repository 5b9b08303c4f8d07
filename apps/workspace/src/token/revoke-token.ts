import { accessErrors, type tokenApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { ownerOf, viewOf } from './token.ts';

type RevokeToken = Operation<typeof tokenApi.revokeToken, Context>;

export const revokeToken: RevokeToken = async (context, actor, { jti }) => {
  const owner = ownerOf(actor);
  const token = owner && (await context.tokens.revokeOne(owner, { jti }, 'user'));
  if (!token) throw accessErrors.token_not_found();
  return viewOf(token, actor.jti);
};

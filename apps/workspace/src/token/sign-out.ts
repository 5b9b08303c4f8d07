import { commonErrors, type tokenApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit';

import type { Context } from '../context.ts';
import { ownTokens } from './own-tokens.ts';

type SignOut = Operation<typeof tokenApi.signOut, Context>;

export const signOut: SignOut = async (context, actor) => {
  // Basic has no token that could end, and neither has a customer's own token, which has no row here.
  const owner = actor.jti === undefined ? undefined : await ownTokens(context, actor);
  const token = owner && actor.jti && (await context.tokens.revokeOne(owner, { jti: actor.jti }, 'signout'));
  if (!token) throw commonErrors.unauthorized();
  return { success: true, msg: 'You are signed out.' };
};

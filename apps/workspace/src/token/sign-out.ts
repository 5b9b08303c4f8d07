import { commonErrors, type tokenApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { ownerOf } from './token.ts';

type SignOut = Operation<typeof tokenApi.signOut, Context>;

export const signOut: SignOut = async (context, actor) => {
  const { jti } = actor;
  const owner = ownerOf(actor);
  // Basic has no token to revoke, and a customer's own token has no row here.
  if (!owner || jti === undefined) throw commonErrors.unauthorized();

  const token = await context.tokens.revokeOne(owner, { jti }, 'signout');
  if (!token) throw commonErrors.unauthorized();
  return { success: true, msg: 'You are signed out.' };
};

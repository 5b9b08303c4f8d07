import type { Actor } from '@parley/contracts';

import type { Context } from '../context.ts';
import { ownerOf, type TokenOwner } from './token.ts';

/**
 * The caller as owner of tokens: same kind, same id, same project. These paths name no project, so that of a bound
 * principal comes from the token he used.
 */
export async function ownTokens(context: Pick<Context, 'tokens'>, actor: Actor): Promise<TokenOwner | undefined> {
  if (actor.kind === 'user') return ownerOf(actor, undefined);

  const projectId =
    actor.projectId ?? (actor.jti === undefined ? undefined : await context.tokens.projectOf(actor.jti));
  return projectId === undefined ? undefined : ownerOf(actor, projectId);
}

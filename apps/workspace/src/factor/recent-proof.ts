import { type Actor, factorErrors } from '@parley/contracts';

import type { Context } from '../context.ts';
import { proofMs } from './factor.ts';

/**
 * Factors are changed only by a person who has proved within 10 minutes who they are. A call with Basic has just given the password.
 * @throws factorErrors.recent_sign_in_required
 */
export async function refuseWithoutRecentProof(context: Context, { id, jti }: Actor, at: Date): Promise<void> {
  if (jti === undefined) return;
  if (!(await context.tokens.isProvedSince(id, jti, new Date(at.getTime() - proofMs))))
    throw factorErrors.recent_sign_in_required();
}

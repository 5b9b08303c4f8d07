import { type Identities, planToken, readAuthorization } from '@parley/identity';

import type { GatewayCall } from './gateway-call.ts';

/**
 * Invalidates cached identities and permissions that a call may have changed, before its answer is released: the caller's next call
 * must see the change. After a 4xx nothing has changed; after a failure the outcome is unknown, so the cache is emptied as well.
 * @param status of the answer; 0 when there is none
 * @param presented the `Authorization` header of an exchange, whose guest may just have become a user
 */
export function forgetChanged(
  identities: Identities,
  { endpoint, projectId, identity }: GatewayCall,
  status: number,
  publicUrl: string,
  presented: string | undefined,
): void {
  if (endpoint === undefined || (status >= 400 && status < 500)) return;
  if (endpoint.identity === 'changes') {
    if (projectId === undefined) {
      identities.forgetAll();
      return;
    }
    identities.forgetProject(projectId);
    if (identity !== undefined) identities.forgetPrincipal(identity.principal.id);
    return;
  }
  if (endpoint.authorization !== 'forward') return;
  const read = readAuthorization(presented);
  if (read.kind !== 'token') return;
  const plan = planToken(read.token, { publicUrl, now: Date.now() });
  if (plan.kind === 'customer') identities.forgetPrincipal(plan.id);
}

import { commonErrors } from '@parley/contracts';

import type { Context } from '../context.ts';
import { vouchedFor } from '../teammate/membership.ts';
import { isActive } from '../teammate/teammate.ts';
import type { IssuedToken } from '../token/token.repository.ts';
import { fullNameOf, tokenClaimsOf } from '../user/user.ts';
import { claimsOf, type VouchedPerson } from './custom-token.ts';
import type { CustomerPlan } from './presented-token.ts';

/** Somebody who has come in by the word of a customer's server. */
export interface Entered extends IssuedToken {
  /** Principal id. */
  id: string;
  /** What was granted: what is stored. */
  role: string;
  fullName: string;
}

/** Makes or refreshes the visitor's membership and issues his token, within the ambient transaction. */
export async function enterAsVisitor(
  context: Context,
  { projectId, id, expiresAt }: CustomerPlan,
  { profile, attributes }: VouchedPerson,
  role: 'guest' | 'user',
): Promise<Entered> {
  const at = new Date();
  const arriving = { uuidUser: id, role, profile, attributes, origin: 'custom_token' } as const;
  const arrived = await context.visitors.ensure(projectId, arriving, at, (current) =>
    vouchedFor(current, { role, profile, attributes }, at),
  );
  if (!arrived) throw commonErrors.unauthorized({}, new Error('project'));

  const { visitor, before } = arrived;
  const isGuest = visitor.role === 'guest';
  if (!isActive(visitor) || !(isGuest || visitor.role === 'user')) throw commonErrors.not_a_member();
  // Whoever planted the guest's id must not keep access to what the guest has become.
  if (before?.role === 'guest' && !isGuest) {
    await context.tokens.revokeAll({ kind: 'guest', principalId: id, projectId, reason: 'removed' });
  }

  const claims = claimsOf(id, visitor.profile);
  const issued = await context.tokens.issue({
    kind: isGuest ? 'guest' : 'external',
    principalId: id,
    projectId,
    method: 'custom',
    claims,
    notAfter: new Date(expiresAt),
  });
  await context.visitors.signedIn(visitor, 'custom_token', issued.jti);
  return { ...issued, id, role: visitor.role ?? '', fullName: claims.fullName };
}

/** The same for an agent whom the project lets its own server make. Source: contract 10 section 5.3. */
export async function enterAsAgent(
  context: Context,
  { projectId, id: externalId, expiresAt }: CustomerPlan,
  { profile }: VouchedPerson,
): Promise<Entered> {
  const at = new Date();
  const { user, teammate } = await context.provisioned.ensure(projectId, externalId, profile, at);
  // The stored membership decides: an agent who was removed stays removed.
  if (user.status !== 100 || !isActive(teammate)) throw commonErrors.not_a_member();

  const issued = await context.tokens.issue({
    kind: 'provisioned',
    principalId: user.id,
    projectId,
    method: 'custom',
    claims: tokenClaimsOf(user),
    notAfter: new Date(expiresAt),
  });
  await context.visitors.signedIn(teammate, 'custom_token', issued.jti);
  return { ...issued, id: user.id, role: teammate.role ?? '', fullName: fullNameOf(user) };
}

import { commonErrors } from '@parley/contracts';

import type { Context } from '../context.ts';
import { applyClaims } from '../teammate/membership.ts';
import { isActive } from '../teammate/teammate.ts';
import type { IssuedToken } from '../token/token.repository.ts';
import { fullNameOf, tokenClaimsOf } from '../user/user.ts';
import { type ClaimedPerson, claimsOf } from './custom-token.ts';
import type { CustomerPlan } from './presented-token.ts';

/** The result of a sign-in with a customer's token. */
export interface SignInResult extends IssuedToken {
  /** Principal id. */
  id: string;
  /** The granted role, as stored. */
  role: string;
  fullName: string;
}

/** Creates or refreshes the visitor's membership and issues a token, within the ambient transaction. */
export async function signInVisitor(
  context: Context,
  { projectId, id, expiresAt }: CustomerPlan,
  { profile, attributes }: ClaimedPerson,
  role: 'guest' | 'user',
): Promise<SignInResult> {
  const at = new Date();
  const visitorInput = { uuidUser: id, role, profile, attributes, origin: 'custom_token' } as const;
  const ensured = await context.visitors.ensure(projectId, visitorInput, at, (current) =>
    applyClaims(current, { role, profile, attributes }, at),
  );
  if (!ensured) throw commonErrors.unauthorized({}, new Error('project'));

  const { visitor, before } = ensured;
  const isGuest = visitor.role === 'guest';
  if (!isActive(visitor) || !(isGuest || visitor.role === 'user')) throw commonErrors.not_a_member();
  // A party that planted the guest's id must not keep access to the user the guest has become.
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

/** The same for a provisioned agent. Source: contract 10 section 5.3. */
export async function signInProvisionedAgent(
  context: Context,
  { projectId, id: externalId, expiresAt }: CustomerPlan,
  { profile }: ClaimedPerson,
): Promise<SignInResult> {
  const at = new Date();
  const { user, teammate } = await context.provisioned.ensure(projectId, externalId, profile, at);
  // The stored membership decides: a removed agent stays removed.
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

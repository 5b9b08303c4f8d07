import { type Actor, hasRight, type Right, rightsOf, rightsOfRole, roles } from '@parley/contracts';

import type { CustomRole } from '../teammate/teammate.ts';

/**
 * A right of this role that the caller lacks, if they are limited by a custom role: who gives a role, or changes the record of a member, has all
 * that the role has.
 */
export function missingRight(actor: Actor, role: string | null, customRole?: CustomRole): Right | undefined {
  if (actor.rights === undefined) return undefined;
  const given = customRole ? rightsOf(customRole) : rightsOfNamed(role);
  return given.find((right) => !hasRight(actor, right));
}

function rightsOfNamed(name: string | null): Right[] {
  const role = roles.find((known) => known === name);
  return role === undefined ? [] : rightsOfRole(role);
}

import type { Member } from '@parley/proto-gen/workspace/v1/directory';
import type { Membership } from '@parley/proto-gen/workspace/v1/identity';

import { fullNameOf, isActive, isVisitor, nameOf, principalIdOf, type Teammate, viewOf } from '../teammate/teammate.ts';

/** As the gateway asks for it: a removed one is as disabled as a disabled one. */
export function membershipOf(teammate: Teammate): Membership {
  return {
    idProjectUser: teammate.id,
    role: teammate.role ?? '',
    status: isActive(teammate) ? 'active' : 'disabled',
    fullName: fullNameOf(teammate),
    email: nameOf(teammate).email,
  };
}

/** As other services ask for it. */
export function memberOf(teammate: Teammate): Member {
  const { firstname, lastname, email } = nameOf(teammate);
  return {
    kind: isVisitor(teammate) ? 'visitor' : 'teammate',
    id: principalIdOf(teammate),
    idProjectUser: teammate.id,
    role: teammate.role ?? '',
    status: isActive(teammate) ? 'active' : 'disabled',
    fullName: fullNameOf(teammate),
    email,
    userAvailable: teammate.userAvailable,
    firstname,
    lastname,
    trashed: teammate.trashed,
    isAuthenticated: teammate.role !== 'guest',
    recordJson: JSON.stringify(viewOf(teammate, 'whole')),
    recordVersion: teammate.version,
  };
}

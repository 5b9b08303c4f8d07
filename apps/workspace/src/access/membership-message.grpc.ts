import type { Member } from '@parley/proto-gen/workspace/v1/directory';
import type { Membership } from '@parley/proto-gen/workspace/v1/identity';

import { fullNameOf, isActive, isVisitor, nameOf, principalIdOf, type Teammate, viewOf } from '../teammate/teammate.ts';

/** For the gateway, which does not distinguish removed from disabled. */
export function membershipOf(teammate: Teammate): Membership {
  return {
    idProjectUser: teammate.id,
    role: teammate.role ?? '',
    status: isActive(teammate) ? 'active' : 'disabled',
    fullName: fullNameOf(teammate),
    email: nameOf(teammate).email,
  };
}

/** For the other services. */
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

import { rightsOf } from '@parley/contracts';
import type { Member } from '@parley/proto-gen/workspace/v1/directory';
import type { Membership } from '@parley/proto-gen/workspace/v1/identity';

import {
  fullNameOf,
  isActive,
  isVisitor,
  type MembershipStatus,
  nameOf,
  principalIdOf,
  type Teammate,
  viewOf,
} from '../teammate/teammate.ts';

/** The gateway and the other services do not distinguish removed from disabled. */
export const statusOf = (isActiveMember: boolean): MembershipStatus => (isActiveMember ? 'active' : 'disabled');

/** For the gateway. */
export function membershipOf(teammate: Teammate, lacksSecondFactor?: boolean): Membership {
  return {
    idProjectUser: teammate.id,
    role: teammate.role ?? '',
    status: statusOf(isActive(teammate)),
    fullName: fullNameOf(teammate),
    email: nameOf(teammate).email,
    lacksSecondFactor,
    customRole: teammate.customRole && {
      rights: rightsOf(teammate.customRole),
      visibility: teammate.customRole.visibility,
    },
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
    status: statusOf(isActive(teammate)),
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

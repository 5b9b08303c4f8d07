import { commonErrors } from '@parley/contracts';
import { currentCall } from '@parley/service-kit/call';
import { addressList } from '@parley/service-kit/security';

import { isAddressAllowed } from '../project/address-rules.ts';
import type { ProjectAccess } from '../project/project.repository.ts';

/**
 * Applies the project's address rules to sign-ins, which carry no token the gateway could check.
 * @throws commonErrors.ip_not_allowed, banned
 */
export function refuseAddress(access: ProjectAccess): void {
  const address = currentCall().clientAddress ?? '';
  if (!isAddressAllowed(access, address)) throw commonErrors.ip_not_allowed();
  if (addressList(access.bannedAddresses).has(address)) throw commonErrors.banned();
}

/** The same for a known visitor. */
export function refuseBanned(access: ProjectAccess, id: string): void {
  if (access.bannedIds.includes(id)) throw commonErrors.banned();
  refuseAddress(access);
}

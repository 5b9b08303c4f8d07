import { commonErrors } from '@parley/contracts';
import { currentCall } from '@parley/service-kit/call';
import { addressList } from '@parley/service-kit/security';

import { isAddressAllowed } from '../project/address-rules.ts';
import { isSiteAllowed } from '../project/allowed-sites.ts';
import type { ProjectAccess } from '../project/project.repository.ts';

/**
 * Applies the project's rules about addresses and sites to sign-ins, which carry no token the gateway could check.
 * @throws commonErrors.ip_not_allowed, banned, origin_not_allowed
 */
export function refuseStranger(access: ProjectAccess): void {
  refuseSite(access.allowedSites);
  const address = currentCall().clientAddress ?? '';
  if (!isAddressAllowed(access, address)) throw commonErrors.ip_not_allowed();
  if (addressList(access.bannedAddresses).has(address)) throw commonErrors.banned();
}

/** The same for a known visitor. */
export function refuseBanned(access: ProjectAccess, id: string): void {
  if (access.bannedIds.includes(id)) throw commonErrors.banned();
  refuseStranger(access);
}

/**
 * Refuses the pages of sites that the project does not list.
 * @throws commonErrors.origin_not_allowed
 */
export function refuseSite(sites: readonly string[] | undefined): void {
  if (!isSiteAllowed(sites, currentCall().origin)) throw commonErrors.origin_not_allowed();
}

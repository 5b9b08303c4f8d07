import { addressList } from '@parley/service-kit/security';

import type { Project } from './project.ts';

/** Lists in force: addresses and blocks. */
export interface AddressRules {
  allowedAddresses: string[];
  deniedAddresses: string[];
}

type Filters = Pick<Project, 'ipFilterEnabled' | 'ipFilter' | 'ipFilterDenyEnabled' | 'ipFilterDeny'>;

export function addressRulesOf(project: Filters): AddressRules {
  return {
    allowedAddresses: project.ipFilterEnabled ? project.ipFilter : [],
    deniedAddresses: project.ipFilterDenyEnabled ? project.ipFilterDeny : [],
  };
}

/** Deny wins; with an allow list every other address is refused. Source: contract 11 section 4. */
export function isAddressAllowed({ allowedAddresses, deniedAddresses }: AddressRules, address: string): boolean {
  const allowed = addressList(allowedAddresses);
  return (allowed.size === 0 || allowed.has(address)) && !addressList(deniedAddresses).has(address);
}

/** Whether a change shuts out an address that was allowed before. */
export function locksOut(before: Filters, after: Filters, address: string): boolean {
  return isAddressAllowed(addressRulesOf(before), address) && !isAddressAllowed(addressRulesOf(after), address);
}

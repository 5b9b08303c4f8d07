import { commonErrors } from '@parley/contracts';
import { addressList, currentCall } from '@parley/service-kit';

import type { ProjectAccess } from '../project/project.repository.ts';

/**
 * Refuses addresses the project does not let in, for those who come in without a token that the gateway could judge.
 * @throws commonErrors.ip_not_allowed, banned
 */
export function refuseStranger(access: ProjectAccess): void {
  refuseAddress(access);
  if (addressList(access.bannedAddresses).has(currentCall().clientAddress ?? '')) throw commonErrors.banned();
}

/** The same for a visitor who is known. */
export function refuseBanned(access: ProjectAccess, id: string): void {
  if (access.bannedIds.includes(id)) throw commonErrors.banned();
  refuseStranger(access);
}

function refuseAddress({ allowedAddresses, deniedAddresses }: ProjectAccess): void {
  const address = currentCall().clientAddress ?? '';
  const allowed = addressList(allowedAddresses);
  const isAllowed = allowed.size === 0 || allowed.has(address);
  if (!isAllowed || addressList(deniedAddresses).has(address)) throw commonErrors.ip_not_allowed();
}

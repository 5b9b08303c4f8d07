import { type Actor, commonErrors, hasRight } from '@parley/contracts';

import { principalOf } from '../access/actor.ts';
import type { Reader } from './owned-records.repository.ts';

export function readerOfRecords(actor: Actor): Reader {
  return { principal: principalOf(actor), isAdmin: hasRight(actor, 'settings.write') };
}

/** Admins write what is shared. @throws role_too_low */
export function refuseSharedBy(actor: Actor, shared: boolean): void {
  if (shared && !readerOfRecords(actor).isAdmin) throw commonErrors.role_too_low();
}

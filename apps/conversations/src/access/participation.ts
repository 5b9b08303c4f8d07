import { type Actor, isMachine, requestErrors, roleReaches } from '@parley/contracts';

import type { SupportRequest } from '../request-state/request.ts';

/** Agents close only conversations that they serve. @throws not_a_participant */
export function refuseOutsider(actor: Actor, current: SupportRequest): void {
  if (isMachine(actor.kind) || roleReaches(actor.role, 'admin')) return;
  if (!roleReaches(actor.role, 'agent') || !current.participants.includes(actor.id)) {
    throw requestErrors.not_a_participant({ conflict: current.id });
  }
}

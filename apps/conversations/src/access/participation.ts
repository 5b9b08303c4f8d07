import { type Actor, isMachine, requestErrors, roleReaches } from '@parley/contracts';

import { isBot, type SupportRequest } from '../request-state/request.ts';
import { isEndUser } from './actor.ts';

/** Agents close only conversations that they serve. @throws not_a_participant */
export function refuseOutsider(actor: Actor, current: SupportRequest): void {
  if (isMachine(actor.kind) || roleReaches(actor.role, 'admin')) return;
  if (!roleReaches(actor.role, 'agent') || !current.participants.includes(actor.id)) {
    throw requestErrors.not_a_participant({ conflict: current.id });
  }
}

/** Agents may remove themselves, a bot, or anyone from a request that they serve. @throws not_a_participant */
export function refuseRemoval(actor: Actor, leaver: string, current: SupportRequest): void {
  if (isMachine(actor.kind) || roleReaches(actor.role, 'admin')) return;
  if (isBot(leaver) || current.participants.includes(actor.id)) return;
  throw requestErrors.not_a_participant({ conflict: current.id });
}

/** Viewers are shown to people of the team alone. @throws request_not_found */
export function refuseNonTeam(actor: Actor): void {
  if (isMachine(actor.kind) || isEndUser(actor)) throw requestErrors.request_not_found();
}

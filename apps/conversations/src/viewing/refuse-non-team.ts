import { type Actor, isMachine, requestErrors } from '@parley/contracts';

import { isEndUser } from '../access/visibility.ts';

/** Who is there concerns people of the team alone. @throws request_not_found */
export function refuseNonTeam(actor: Actor): void {
  if (isMachine(actor.kind) || isEndUser(actor)) throw requestErrors.request_not_found();
}

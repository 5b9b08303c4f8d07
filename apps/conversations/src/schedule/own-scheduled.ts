import { type Actor, isMachine, requestErrors, roleReaches } from '@parley/contracts';

import { principalOf } from '../access/actor.ts';
import type { SupportRequest } from '../request-state/request.ts';
import { pendingIn } from './schedule.ts';
import { required, type ScheduledMessage } from './scheduled.repository.ts';
import { authorId } from './scheduled.view.ts';

/** Its author and admins change it, while it is pending. @throws scheduled_not_found, not_the_author, not_pending */
export function checkedToChange(
  actor: Actor,
  found: ScheduledMessage | undefined,
  current: SupportRequest,
): ScheduledMessage {
  const one = required(found);
  const isAdmin = !isMachine(actor.kind) && roleReaches(actor.role, 'admin');
  if (!isAdmin && principalOf(actor) !== authorId(one)) throw requestErrors.not_the_author();
  if (!pendingIn(current, one.id)) throw requestErrors.not_pending({ state: one.state });
  return one;
}

import { type Actor, requestErrors } from '@parley/contracts';
import type { Sender } from '../directory/sender.ts';
import { moverOf } from '../participant/membership.ts';
import type { SupportRequest } from '../request-state/request.ts';

/** An agent may not close a colleague's conversation, nor by a command. */
export function checkMayClose(actor: Actor, sender: Sender, current: SupportRequest): void {
  if (sender.kind === 'bot' || moverOf(actor).supervisor || current.participants.includes(sender.id)) return;
  throw requestErrors.not_a_participant({ conflict: current.id });
}

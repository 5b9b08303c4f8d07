import { type Actor, requestErrors } from '@parley/contracts';
import type { Speaker } from '../directory/speaker.ts';
import { mover } from '../participant/by.ts';
import type { SupportRequest } from '../request-state/request.ts';

/** An agent may not close a colleague's conversation, nor by a command. */
export function checkMayClose(actor: Actor, sender: Speaker, current: SupportRequest): void {
  if (sender.kind === 'bot' || mover(actor).supervisor || current.participants.includes(sender.id)) return;
  throw requestErrors.not_a_participant({ conflict: current.id });
}

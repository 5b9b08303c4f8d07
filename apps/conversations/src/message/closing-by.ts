import { type Actor, requestErrors } from '@parley/contracts';
import type { Speaker } from '../directory/speaker.ts';
import { mover } from '../participant/by.ts';
import type { SupportRequest } from '../request-state/request.ts';

/** No agent ends a colleague's conversation, by a command either. */
export function refuseClosingBy(actor: Actor, speaker: Speaker, current: SupportRequest): void {
  if (speaker.kind === 'bot' || mover(actor).supervisor || current.participants.includes(speaker.id)) return;
  throw requestErrors.not_a_participant({ conflict: current.id });
}

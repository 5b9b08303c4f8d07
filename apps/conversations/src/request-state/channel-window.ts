import { requestErrors } from '@parley/contracts';

import type { NewMessage } from './message.ts';
import type { SupportRequest } from './request.ts';

type Windowed = Pick<SupportRequest, 'id' | 'channelWindow'>;

/** Whether the channel takes no free text now. Source: contract 26. */
export function isWindowClosed({ channelWindow }: Pick<Windowed, 'channelWindow'>, at: Date): boolean {
  if (!channelWindow) return false;
  const { closes_at, templates_only } = channelWindow;
  return closes_at === undefined ? templates_only : new Date(closes_at) <= at;
}

/** What the team says to a requester whose channel would not carry it. @throws channel_window_closed */
export function refuseOutsideWindow(
  current: Windowed,
  { side, audience, imported, attributes }: Pick<NewMessage, 'side' | 'audience' | 'imported' | 'attributes'>,
  at: Date,
): void {
  if (side === 'requester' || audience !== 'all' || imported || !isWindowClosed(current, at)) return;
  const templates_only = current.channelWindow?.templates_only === true;
  const isTemplate = typeof attributes.template === 'object' && attributes.template !== null;
  if (templates_only && isTemplate) return;
  throw requestErrors.channel_window_closed({ conflict: current.id, templates_only });
}

import { AppError } from '@parley/contracts';

import type { Context } from '../context.ts';
import type { NewMessage } from '../request-state/message.ts';
import type { SupportRequest } from '../request-state/request.ts';

/** The requester has written to a request that was merged into another one. */
class MergedAway extends Error {
  readonly requester: string;

  constructor(requester: string) {
    super('The request was merged into another one.');
    this.requester = requester;
  }
}

/** A visible message of a visitor is not for a merged request. @throws MergedAway, which `followingMerge` answers */
export function refuseMergedAway(
  { mergedInto, requester }: SupportRequest,
  messages: readonly Pick<NewMessage, 'side' | 'audience' | 'imported' | 'automated'>[],
): void {
  if (mergedInto && messages.some(isOfVisitor)) throw new MergedAway(requester);
}

function isOfVisitor({ side, audience, imported, automated }: Parameters<typeof refuseMergedAway>[1][number]): boolean {
  return !imported && !automated && audience === 'all' && (side === 'requester' || side === 'visitor');
}

/**
 * Sends to a request, or to the one in which a merged request goes on, if that has the same requester: no one's words reach another
 * customer. Otherwise the message reopens the merged one, which ends the merge. Source: contract 25 section 14.
 * @param send with `isFollowing`, asks `refuseMergedAway`
 */
export async function followingMerge<Sent>(
  { merges }: Pick<Context, 'merges'>,
  { id_project, request_id }: { id_project: string; request_id: string },
  send: (requestId: string, isFollowing: boolean) => Promise<Sent>,
): Promise<Sent> {
  try {
    return await send(request_id, true);
  } catch (error) {
    if (!(error instanceof MergedAway)) throw error;
    const target = await merges.finalTarget(id_project, request_id);
    if (target?.requester === error.requester) {
      const sent = await send(target.requestId, true).catch(unlessElsewhere);
      if (sent) return sent;
    }
    return send(request_id, false);
  }
}

/** The sender may not write there, or it was merged meanwhile. */
function unlessElsewhere(error: unknown): undefined {
  const isHidden =
    error instanceof AppError && (error.code === 'request_not_visible' || error.code === 'request_not_found');
  if (!isHidden && !(error instanceof MergedAway)) throw error;
}

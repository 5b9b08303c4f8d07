import type { EventEnvelope } from '@parley/contracts';

import type { Context } from '../context.ts';

/** The event may have freed capacity for a waiting request. */
export async function serveQueue(context: Context, event: EventEnvelope): Promise<void> {
  context.queue.wakeAfterCommit(event.idproject);
}

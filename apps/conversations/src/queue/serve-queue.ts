import type { EventEnvelope } from '@parley/contracts';

import type { Context } from '../context.ts';

/** Somebody may be able to take a waiting request now. */
export async function serveQueue(context: Context, event: EventEnvelope): Promise<void> {
  context.queue.wakeAfterCommit(event.idproject);
}

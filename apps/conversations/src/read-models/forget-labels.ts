import type { EventEnvelope } from '@parley/contracts';

import type { Context } from '../context.ts';

/** The new texts are fetched when a message needs them. */
export function forgetLabels(context: Context, event: EventEnvelope): Promise<void> {
  return context.labelCopies.forget(event.idproject, event.aggregateversion);
}

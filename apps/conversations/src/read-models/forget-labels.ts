import type { EventEnvelope } from '@parley/contracts';

import type { Context } from '../context.ts';

/** The texts themselves are asked for when a message needs them. */
export function forgetLabels(context: Context, event: EventEnvelope): Promise<void> {
  return context.labelCopies.forget(event.idproject, event.aggregateversion);
}

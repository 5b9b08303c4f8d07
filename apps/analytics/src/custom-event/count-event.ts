import type { EventEnvelope, eventEmitted } from '@parley/contracts';
import type { z } from 'zod';

import type { Context } from '../context.ts';

type Emitted = EventEnvelope<z.output<(typeof eventEmitted)['schema']>>;

/** Only counts custom events: their rows live for an hour. */
export async function countEvent(context: Context, { idproject, data: { event } }: Emitted): Promise<void> {
  await context.rollups.count(idproject, { metric: 'events', name: event.name, at: new Date(event.createdAt) });
}

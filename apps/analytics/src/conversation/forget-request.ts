import type { EventEnvelope, requestDeleted } from '@parley/contracts';
import type { z } from 'zod';

import type { Context } from '../context.ts';
import { concernsMessages, tombstoneOf } from './request-fact.ts';

type Deleted = EventEnvelope<z.output<(typeof requestDeleted)['schema']>>;

/** A deleted request leaves all figures, and its messages with it. */
export async function forgetRequest(
  context: Context,
  { idproject, data, time, aggregateversion }: Deleted,
): Promise<void> {
  const gone = { projectId: idproject, id: data._id, requestId: data.request_id, version: aggregateversion };
  const kept = await context.requests.keep(tombstoneOf(gone, new Date(time)));
  if (concernsMessages(kept)) await context.messages.follow(kept.after);
}
